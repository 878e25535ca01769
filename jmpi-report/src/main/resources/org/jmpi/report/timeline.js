// The timeline. A row is a rank. Each pixel of a row has the colours of what the rank does in that time, mixed by their
// shares, so that a million events look like what they are. Times are in units of the page.

const AXIS = 26, GUTTER = 64, MOST_ARROWS = 600, MOST_MESSAGES = 20000, MOST_BARS = 4000;
const CATEGORIES = ["send", "receive", "wait", "collective", "access", "wait", "execution", "lost"];
const LOST = 7;

class Timeline {
  constructor(box, ranks, stretch) {
    this.box = box;
    this.stretch = stretch;
    this.canvas = box.querySelector("canvas");
    this.ranks = ranks;
    this.from = 0;
    this.to = Math.max(1, data.span);
    this.top = 0;
    this.rowHeight = Math.max(3, Math.min(30, Math.floor(640 / ranks.length)));
    this.marked = null;
    this.dragged = null;
    this.cursor = null;
    this.tip = document.body.appendChild(Object.assign(document.createElement("div"), {id: "tip"}));
    this.listen();
  }

  // ---- the view ----

  view(from, to) {
    const least = 20;
    const span = Math.max(least, Math.min(to - from, data.span * 1.02));
    this.from = Math.max(-data.span * .02, Math.min(from, data.span * 1.02 - span));
    this.to = this.from + span;
    this.redraw();
  }

  zoom(factor, around = (this.from + this.to) / 2) {
    this.view(around - (around - this.from) * factor, around + (this.to - around) * factor);
  }

  showEvent(number, start, end) {
    const margin = Math.max(20, (end - start) * .6);
    this.marked = {number, start, end};
    const middle = (number + .5) * this.rowHeight;
    this.top = this.limitTop(middle - this.rows() / 2);
    this.view(start - margin, end + margin);
  }

  limitTop(top) {
    return Math.max(0, Math.min(top, this.ranks.length * this.rowHeight - this.rows()));
  }

  // Returns the height of the rows that are visible.
  rows() {
    return Math.min(this.ranks.length * this.rowHeight, 780);
  }

  timeAt(x) {
    return this.from + (x - GUTTER) / (this.width - GUTTER) * (this.to - this.from);
  }

  xAt(time) {
    return GUTTER + (time - this.from) / (this.to - this.from) * (this.width - GUTTER);
  }

  yAt(number) {
    return AXIS + number * this.rowHeight - this.top;
  }

  redraw() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  // ---- drawing ----

  draw() {
    this.frame = 0;
    this.width = this.box.clientWidth;
    this.height = AXIS + this.rows();
    this.ratio = devicePixelRatio || 1;
    this.canvas.width = Math.round(this.width * this.ratio);
    this.canvas.height = Math.round(this.height * this.ratio);
    this.canvas.style.height = this.height + "px";
    this.out = this.canvas.getContext("2d");
    this.drawRows();
    this.out.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.out.save();
    this.out.beginPath();
    this.out.rect(GUTTER, AXIS, this.width - GUTTER, this.height - AXIS);
    this.out.clip();
    this.drawPauses();
    this.drawBars();
    this.leftOut = "";
    if (byId("arrows").checked) this.drawArrows();
    if (this.marked) this.drawMark();
    this.out.restore();
    this.drawAxis();
    this.drawLabels();
    byId("view").value = this.viewText() + this.leftOut;
  }

  // Shows the figures of the part of the job that is in view.
  showFigures() {
    const from = Math.max(0, this.from), to = Math.min(data.span, this.to);
    if (from <= 0 && to >= data.span) this.stretch.showWhole();
    else this.stretch.show(from, to, this.viewText());
  }

  // Names the part of the job that is in view.
  viewText() {
    const from = Math.max(0, this.from), to = Math.min(data.span, this.to);
    if (from <= 0 && to >= data.span) return "the whole job, " + timeText(data.span);
    return timeText(to - from) + ", from " + clockText(from, to - from) + " to " + clockText(to, to - from);
  }

  drawRows() {
    const left = Math.round(GUTTER * this.ratio);
    const width = this.canvas.width - left;
    const height = Math.round(this.rows() * this.ratio);
    if (width <= 0 || height <= 0) return;
    const image = this.out.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const colours = CATEGORIES.map(parts);
    const page = parts("page"), computing = parts("computing"), none = parts("none");
    pixels.fill(packed(page));
    const shares = CATEGORIES.map(() => new Float32Array(width));
    const row = new Uint32Array(width);
    const gap = this.rowHeight >= 8 ? Math.round(this.ratio * 2) : this.rowHeight >= 4 ? 1 : 0;
    for (const rank of this.visible()) {
      this.addShares(rank, shares, width);
      this.mix(rank, shares, row, colours, computing, none, page);
      const top = Math.max(0, Math.round((rank.number * this.rowHeight - this.top) * this.ratio));
      const bottom = Math.min(height, Math.round(((rank.number + 1) * this.rowHeight - this.top) * this.ratio) - gap);
      for (let y = top; y < bottom; y++) pixels.set(row, y * width);
    }
    this.out.fillStyle = colour("page");
    this.out.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.out.putImageData(image, left, Math.round(AXIS * this.ratio));
  }

  visible() {
    const first = Math.floor(this.top / this.rowHeight);
    return this.ranks.slice(first, Math.ceil((this.top + this.rows()) / this.rowHeight));
  }

  // Adds up which share of each pixel a rank spends in each category.
  addShares(rank, shares, width) {
    for (const share of shares) share.fill(0);
    const scale = width / (this.to - this.from);
    for (let i = this.first(rank); i < rank.count && rank.start[i] < this.to; i++) {
      if (!(rank.flags[i] & 1)) continue;
      const start = (rank.start[i] - this.from) * scale, end = (rank.end[i] - this.from) * scale;
      const lost = start + rank.lost[i] * scale, slow = end - rank.slow[i] * scale;
      if (lost > start) addShare(shares[LOST], start, lost, width);
      addShare(shares[kindOf(rank, i)], lost, slow, width);
      if (end > slow) addShare(shares[LOST], slow, end, width);
    }
  }

  // Returns the place of the first event that may end after a time.
  first(rank, time = this.from) {
    let low = 0, high = rank.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rank.last[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  mix(rank, shares, row, colours, computing, none, page) {
    const scale = row.length / (this.to - this.from);
    const born = (rank.from - this.from) * scale, dead = (rank.to - this.from) * scale;
    const whole = data.span * scale;
    for (let x = 0; x < row.length; x++) {
      let sum = 0;
      for (const share of shares) sum += share[x];
      const alive = rank.recording >= 0 && x >= born - 1 && x <= dead;
      if (sum === 0) {
        const outside = x + this.from * scale < -1 || x + this.from * scale > whole;
        row[x] = packed(alive ? computing : outside ? page : (x >> 2) % 2 ? page : none);
        continue;
      }
      // A rare event is still visible.
      const visible = Math.max(.25, Math.min(1, sum));
      const mixed = [0, 0, 0];
      for (let part = 0; part < 3; part++) {
        for (let some = 0; some < colours.length; some++) mixed[part] += colours[some][part] * shares[some][x] / sum;
        mixed[part] = mixed[part] * visible + computing[part] * (1 - visible);
      }
      row[x] = packed(mixed);
    }
  }

  drawPauses() {
    this.out.fillStyle = colour("gc");
    const height = Math.max(2, this.rowHeight * .25);
    for (const rank of this.visible()) {
      if (rank.recording < 0) continue;
      for (const [start, duration] of data.pauses[rank.recording]) {
        if (start > this.to || start + duration < this.from) continue;
        const x = this.xAt(start);
        this.out.fillRect(x, this.yAt(rank.number), Math.max(1, this.xAt(start + duration) - x), height);
      }
    }
  }

  // Draws operations that go on outside of their calls, if they are few enough and the rows high enough.
  drawBars() {
    if (this.rowHeight < 14) return;
    let count = 0;
    for (const rank of this.visible()) {
      for (let i = this.first(rank); i < rank.count && rank.start[i] < this.to; i++) {
        const kind = kindOf(rank, i);
        if (rank.flags[i] & 1 || kind === WAIT) continue;
        if (++count > MOST_BARS) return;
        const x = this.xAt(rank.start[i]);
        this.out.fillStyle = colour(CATEGORIES[kind]);
        const y = this.yAt(rank.number) + this.rowHeight - 5 - (i % 2) * 3;
        this.out.fillRect(x, y, Math.max(1, this.xAt(rank.end[i]) - x), 2);
      }
    }
  }

  drawArrows() {
    const arrows = this.messages();
    if (arrows.length > MOST_MESSAGES) {
      this.leftOut = "; zoom in to see the messages";
      return;
    }
    if (arrows.length > MOST_ARROWS) {
      this.leftOut = "; arrows of the " + MOST_ARROWS + " messages that take longest";
      const duration = ([rank, i]) => rank.end[i] - this.ranks[rank.peer[i]].start[rank.send[i]];
      arrows.sort((one, other) => duration(other) - duration(one)).length = MOST_ARROWS;
    }
    this.out.strokeStyle = this.out.fillStyle = colour("arrow");
    this.out.lineWidth = 1;
    const few = arrows.length <= 150;
    this.out.globalAlpha = few ? .75 : .3;
    for (const [rank, i] of arrows) this.drawArrow(rank, i, few);
    this.out.globalAlpha = 1;
  }

  // Returns the receives whose messages are in the view; of too many the first ones.
  messages() {
    const found = [];
    for (const rank of this.ranks)
      for (let i = this.first(rank); i < rank.count && rank.start[i] < this.to; i++) {
        if (rank.send[i] < 0 || rank.end[i] < this.from) continue;
        found.push([rank, i]);
        if (found.length > MOST_MESSAGES) return found;
      }
    return found;
  }

  drawArrow(rank, i, withHead) {
    const sender = this.ranks[rank.peer[i]];
    const x1 = this.xAt(sender.start[rank.send[i]]), y1 = this.yAt(sender.number) + this.rowHeight / 2;
    const x2 = this.xAt(rank.end[i]), y2 = this.yAt(rank.number) + this.rowHeight / 2;
    const angle = Math.atan2(y2 - y1, x2 - x1);
    this.out.beginPath();
    this.out.moveTo(x1, y1);
    this.out.lineTo(x2, y2);
    this.out.stroke();
    if (!withHead) return;
    this.out.beginPath();
    this.out.moveTo(x2, y2);
    this.out.lineTo(x2 - 7 * Math.cos(angle - .4), y2 - 7 * Math.sin(angle - .4));
    this.out.lineTo(x2 - 7 * Math.cos(angle + .4), y2 - 7 * Math.sin(angle + .4));
    this.out.fill();
  }

  drawMark() {
    const {number, start, end} = this.marked;
    const x = this.xAt(start);
    this.out.strokeStyle = colour("text");
    this.out.lineWidth = 2;
    this.out.strokeRect(x, this.yAt(number), Math.max(3, this.xAt(end) - x), Math.max(4, this.rowHeight - 2));
  }

  drawAxis() {
    const out = this.out;
    out.fillStyle = colour("box");
    out.fillRect(0, 0, this.width, AXIS);
    out.strokeStyle = colour("line");
    out.fillStyle = colour("dim");
    out.font = "11px sans-serif";
    out.textAlign = "left";
    out.lineWidth = 1;
    const step = niceStep((this.to - this.from) / (this.width - GUTTER) * 110);
    for (let time = Math.ceil(this.from / step) * step; time <= this.to; time += step) {
      const x = Math.round(this.xAt(time)) + .5;
      if (x < GUTTER) continue;
      out.beginPath();
      out.moveTo(x, AXIS - 8);
      out.lineTo(x, AXIS);
      out.stroke();
      out.fillText(axisText(time, step), x + 4, AXIS - 9);
    }
    if (this.selected) {
      out.fillStyle = colour("link");
      out.fillRect(Math.min(...this.selected), AXIS - 6, Math.abs(this.selected[1] - this.selected[0]), 6);
    }
  }

  drawLabels() {
    const out = this.out;
    out.fillStyle = colour("page");
    out.fillRect(0, AXIS, GUTTER, this.height - AXIS);
    out.fillStyle = colour("dim");
    out.textAlign = "right";
    const every = [1, 2, 4, 8, 16, 32, 64].find(some => some * this.rowHeight >= 12) || 64;
    for (const rank of this.visible()) {
      if (rank.number % every) continue;
      const y = this.yAt(rank.number) + Math.min(this.rowHeight, 12 * every) / 2 + 4;
      if (y > AXIS + 8) out.fillText((rank.finalized ? "" : "✝ ") + "rank " + rank.number, GUTTER - 6, y);
    }
  }

  // ---- what the reader does ----

  listen() {
    const canvas = this.canvas;
    new ResizeObserver(() => this.redraw()).observe(this.box);
    byId("arrows").addEventListener("change", () => this.redraw());
    for (const button of document.querySelectorAll("[data-zoom]"))
      button.addEventListener("click", () => this.onZoom(button.dataset.zoom));
    byId("figures").addEventListener("click", () => this.showFigures());
    byId("whole").addEventListener("click", () => this.onZoom("all"));
    canvas.addEventListener("wheel", event => this.onWheel(event), {passive: false});
    canvas.addEventListener("dblclick", event => this.zoom(.4, this.timeAt(event.offsetX)));
    canvas.addEventListener("pointerdown", event => this.onDown(event));
    canvas.addEventListener("pointermove", event => this.onMove(event));
    canvas.addEventListener("pointerup", () => this.onUp());
    canvas.addEventListener("pointerleave", () => this.tip.style.display = "none");
    this.box.addEventListener("keydown", event => this.onKey(event));
  }

  onZoom(how) {
    if (how === "all") {
      this.marked = null;
      this.view(0, data.span);
      this.stretch.showWhole();
    } else this.zoom(how === "in" ? .5 : 2);
  }

  onWheel(event) {
    if (event.ctrlKey || event.metaKey) this.zoom(Math.exp(event.deltaY * .002), this.timeAt(event.offsetX));
    else if (event.altKey) this.resize(event.deltaY < 0 ? 1.25 : .8, event.offsetY);
    else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const by = (event.deltaX || event.deltaY) / this.width * (this.to - this.from);
      this.view(this.from + by, this.to + by);
    } else {
      const top = this.limitTop(this.top + event.deltaY);
      if (top === this.top) return;
      this.top = top;
      this.redraw();
    }
    event.preventDefault();
  }

  resize(factor, y) {
    const number = (y - AXIS + this.top) / this.rowHeight;
    this.rowHeight = Math.max(1, Math.min(60, this.rowHeight * factor));
    this.top = this.limitTop(number * this.rowHeight - y + AXIS);
    this.redraw();
  }

  onDown(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.dragged = {x: event.offsetX, y: event.offsetY, from: this.from, to: this.to, top: this.top,
      selects: event.offsetY < AXIS};
  }

  onMove(event) {
    const dragged = this.dragged;
    if (!dragged) this.hover(event);
    else if (dragged.selects) {
      this.selected = [dragged.x, event.offsetX];
      this.redraw();
    } else {
      const by = (dragged.x - event.offsetX) / (this.width - GUTTER) * (dragged.to - dragged.from);
      this.top = this.limitTop(dragged.top + dragged.y - event.offsetY);
      this.view(dragged.from + by, dragged.to + by);
    }
  }

  onUp() {
    this.dragged = null;
    if (!this.selected) return;
    const [one, other] = this.selected.map(x => this.timeAt(x)).sort((a, b) => a - b);
    this.selected = null;
    if (this.xAt(other) - this.xAt(one) > 4) {
      this.view(one, other);
      this.showFigures();
    } else this.redraw();
  }

  onKey(event) {
    const span = this.to - this.from, by = span * .2;
    const actions = {
      PageUp: () => this.view(this.from - span, this.to - span), PageDown: () => this.view(this.from + span, this.to + span),
      Home: () => this.view(0, span), End: () => this.view(data.span - span, data.span),
      n: () => this.step(1, 0), p: () => this.step(-1, 0),
      "Shift+ArrowDown": () => this.step(0, 1), "Shift+ArrowUp": () => this.step(0, -1),
      Enter: () => this.showFigures(),
      "+": () => this.zoom(.5), "=": () => this.zoom(.5), "-": () => this.zoom(2), "0": () => this.onZoom("all"),
      ArrowLeft: () => this.view(this.from - by, this.to - by), ArrowRight: () => this.view(this.from + by, this.to + by),
      ArrowUp: () => this.scroll(-60), ArrowDown: () => this.scroll(60),
    };
    const action = actions[(event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : "") + event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }

  scroll(by) {
    this.top = this.limitTop(this.top + by);
    this.redraw();
  }

  // Marks the next or previous event, or one of the next rank, and says what it is.
  step(events, ranks) {
    const within = (value, count) => Math.max(0, Math.min(value, count - 1));
    const cursor = this.cursor;
    const rank = this.ranks[cursor ? within(cursor.number + ranks, this.ranks.length) : this.visible()[0].number];
    const time = cursor ? this.ranks[cursor.number].start[cursor.i] : this.from;
    const i = within(cursor && ranks === 0 ? cursor.i + events : this.first(rank, time || 0), rank.count);
    this.cursor = {number: rank.number, i};
    const y = rank.number * this.rowHeight;
    if (y < this.top || y + this.rowHeight > this.top + this.rows()) this.top = this.limitTop(y - this.rows() / 2);
    if (rank.count === 0) {
      byId("event").value = "rank " + rank.number + ": no events";
      this.redraw();
      return;
    }
    const start = rank.start[i], end = rank.end[i], span = this.to - this.from;
    this.marked = {number: rank.number, start, end};
    byId("event").value = "rank " + rank.number + ", at " + timeText(start) + ": " + describeEvent(rank, i);
    if (end < this.from || start > this.to) this.view(start - span / 2, start + span / 2);
    else this.redraw();
  }

  // ---- the event below the pointer ----

  hover(event) {
    const rank = this.ranks[Math.floor((event.offsetY - AXIS + this.top) / this.rowHeight)];
    const tip = this.tip;
    if (!rank || event.offsetX < GUTTER || event.offsetY < AXIS) {
      tip.style.display = "none";
      return;
    }
    tip.textContent = this.describe(rank, this.timeAt(event.offsetX));
    tip.style.display = "block";
    const left = event.clientX + 16 + tip.offsetWidth > innerWidth ? event.clientX - 16 - tip.offsetWidth : event.clientX + 16;
    tip.style.left = Math.max(0, left) + "px";
    tip.style.top = Math.min(event.clientY + 16, innerHeight - tip.offsetHeight - 4) + "px";
  }

  describe(rank, time) {
    const head = "rank " + rank.number + (rank.host ? " on " + rank.host : "") + ", at " + timeText(time);
    if (rank.recording < 0) return head + "\nno recording";
    const slack = (this.to - this.from) / this.width * 2;
    const lines = this.at(rank, time, slack).map(i => describeEvent(rank, i));
    for (const [start, duration, gc, name] of data.pauses[rank.recording])
      if (start - slack <= time && time <= start + duration + slack)
        lines.push((gc ? "garbage collector: " : "safepoint: ") + name + ", " + timeText(duration));
    if (lines.length === 0) lines.push(time < rank.from || time > rank.to
      ? time > rank.to && !rank.finalized ? "the rank has died, or its recording is cut short" : "before MPI.Init or after MPI.Finalize"
      : "computing");
    return [head, ...lines].join("\n");
  }

  // Returns the places of the events at a time: of those in a call the last one to start, and a few others.
  at(rank, time, slack) {
    const found = [];
    let inCall = -1;
    let low = 0, high = rank.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rank.last[middle] < time - slack) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < rank.count && rank.start[i] <= time + slack; i++) {
      if (rank.end[i] < time - slack) continue;
      if (rank.flags[i] & 1) inCall = i;
      else if (found.length < 4 && rank.start[i] <= time && time <= rank.end[i]) found.push(i);
    }
    return inCall < 0 ? found : [inCall, ...found];
  }
}

function describeEvent(rank, i) {
  const [kind, call, site, algorithm, context] = data.labels[rank.label[i]];
  const peer = rank.peer[i];
  let text = call + ", " + timeText(rank.end[i] - rank.start[i]);
  if (kind === SEND) text += ", " + bytesText(rank.bytes[i]) + " to rank " + peer + ", tag " + rank.aux[i];
  if (kind === RECEIVE) text += ", " + bytesText(rank.bytes[i]) + " from rank " + peer + ", tag " + rank.aux[i];
  if (kind === WAIT && peer >= 0) text += ", for rank " + peer;
  if (kind === EXECUTION) text += ", runs" + (peer >= 0 ? " for rank " + peer : "");
  if (kind === ACCESS) text += ", " + bytesText(rank.bytes[i]) + ", target rank " + peer;
  if (kind === COLLECTIVE) text += ", " + bytesText(rank.bytes[i]) + ", number " + rank.aux[i] + (peer >= 0 ? ", root " + peer : "");
  if (algorithm) text += (kind === COLLECTIVE ? ", algorithm " : ", by ") + algorithm;
  if (rank.weight[i] > 1) text += ", stands for " + rank.weight[i];
  if (context > 1) text += (kind === ACCESS ? ", window " : ", context ") + context;
  if (site !== "unknown line") text += "\n  at " + site;
  const cause = rank.flags[i] >> 4, first = rank.flags[i] & 2;
  if (first) text += "\n  the first call of its kind";
  if (rank.lost[i]) text += "\n  " + timeText(rank.lost[i]) + " lost: " + data.causes[cause - 1];
  if (rank.slow[i]) text += "\n  " + timeText(rank.slow[i]) + " lost: " + (rank.flags[i] & 4 ? "first call" : "slow collective");
  return text;
}

// Adds the stretch from a to b, in pixels, to the shares of the pixels.
function addShare(share, a, b, width) {
  if (b <= 0 || a >= width || b < a) return;
  const from = Math.max(0, a), to = Math.min(width, b);
  const first = Math.floor(from), last = Math.min(width - 1, Math.floor(to));
  if (first === last) {
    share[first] += Math.max(to - from, 1e-4);
    return;
  }
  share[first] += first + 1 - from;
  for (let x = first + 1; x < last; x++) share[x] += 1;
  share[last] += to - last;
}

const packed = ([red, green, blue]) => (255 << 24 | blue << 16 | green << 8 | red) >>> 0;

// Returns the least of 1, 2 and 5 times a power of ten that is not below a number.
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map(some => some * power).find(some => some >= least);
}

// Writes an end of a stretch so that both ends differ.
function clockText(time, stretch) {
  if (time <= 0) return "the start";
  const nanos = time * data.unit;
  const [divisor, unit] = nanos >= 1e9 ? [1e9, "s"] : nanos >= 1e6 ? [1e6, "ms"] : nanos >= 1e3 ? [1e3, "µs"] : [1, "ns"];
  const decimals = Math.max(0, Math.min(9, Math.ceil(-Math.log10(stretch * data.unit / divisor / 100))));
  return +(nanos / divisor).toFixed(decimals) + " " + unit;
}

function axisText(time, step) {
  const nanos = time * data.unit, size = step * data.unit;
  const [divisor, unit] = size >= 1e8 ? [1e9, "s"] : size >= 1e5 ? [1e6, "ms"] : size >= 100 ? [1e3, "µs"] : [1, "ns"];
  const decimals = Math.max(0, Math.ceil(-Math.log10(size / divisor)));
  return (nanos / divisor).toFixed(Math.min(9, decimals)) + " " + unit;
}
