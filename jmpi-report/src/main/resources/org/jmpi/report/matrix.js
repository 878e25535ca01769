// Draws the matrix of messages. A cell of data.matrix: sender, receiver, messages, bytes, lost ns.

class Matrix {
  constructor(canvas, output) {
    this.canvas = canvas;
    this.output = output;
    this.size = data.counts.length;
    this.measure = 2;
    this.cells = data.matrix;
    this.margin = 30;
    this.step = Math.max(1, Math.min(28, Math.floor(600 / this.size)));
    canvas.addEventListener("mousemove", event => this.show(event));
    canvas.addEventListener("mouseleave", () => output.value = "");
  }

  draw() {
    const side = this.margin + this.size * this.step;
    const ratio = devicePixelRatio || 1;
    this.canvas.width = this.canvas.height = side * ratio;
    this.canvas.style.width = side + "px";
    const out = this.canvas.getContext("2d");
    out.scale(ratio, ratio);
    out.fillStyle = colour("page");
    out.fillRect(0, 0, side, side);
    const most = Math.max(...this.cells.map(cell => cell[this.measure]), 1);
    const low = parts("computing"), high = parts(this.measure === 4 ? "lost" : "most");
    const gap = this.step > 6 ? 1 : 0;
    for (const cell of this.cells) {
      const value = cell[this.measure];
      if (value === 0) continue;
      // The least of five powers of ten is still visible.
      const share = Math.max(.08, 1 - Math.log10(most / value) / 5);
      out.fillStyle = "rgb(" + low.map((part, i) => Math.round(part + (high[i] - part) * share)) + ")";
      out.fillRect(this.margin + cell[1] * this.step, this.margin + cell[0] * this.step, this.step - gap, this.step - gap);
    }
    this.labels(out);
  }

  labels(out) {
    out.fillStyle = colour("dim");
    out.font = "11px sans-serif";
    const every = Math.ceil(24 / this.step / 4) * 4 || 1;
    const stride = this.step >= 18 ? 1 : every;
    for (let rank = 0; rank < this.size; rank += stride) {
      const middle = this.margin + (rank + .5) * this.step;
      out.textAlign = "center";
      out.fillText(rank, middle, this.margin - 6);
      out.textAlign = "right";
      out.fillText(rank, this.margin - 5, middle + 4);
    }
  }

  show(event) {
    const receiver = Math.floor((event.offsetX - this.margin) / this.step);
    const sender = Math.floor((event.offsetY - this.margin) / this.step);
    const cell = this.cells.find(some => some[0] === sender && some[1] === receiver);
    const known = sender >= 0 && receiver >= 0 && sender < this.size && receiver < this.size;
    this.output.value = !known ? "" : "rank " + sender + " to rank " + receiver + ": " + (!cell ? "no messages"
      : cell[2].toLocaleString("en") + " messages, " + bytesText(cell[3])
        + (cell[4] ? ", " + timeText(cell[4] / data.unit) + " lost" : ""));
  }
}
