// Shows the figures of a stretch of the job in place of those of the whole job, which the page has from the start.

class Stretch {
  constructor(ranks, matrix) {
    this.ranks = ranks;
    this.matrix = matrix;
    this.parts = new Map();
    for (const box of document.querySelectorAll("[data-part]"))
      this.parts.set(box.dataset.part, {box, whole: [...box.childNodes]});
  }

  showWhole() {
    for (const {box, whole} of this.parts.values()) box.replaceChildren(...whole);
    byId("stretch").hidden = true;
    this.setMatrix(data.matrix);
  }

  show(from, to, text) {
    const figures = new Figures(this.ranks, from, to);
    byId("stretch").hidden = false;
    byId("stretched").textContent = "All figures are of " + text + "."
      + (data.events > this.shown() ? " They count the longest " + countText(this.shown()) + " of "
        + countText(data.events, "event") + " of the job." : "");
    const hosts = this.parts.get("cards").whole.flatMap(node => node.nodeType === 1
      ? [...node.querySelectorAll("[data-cause=TOO_FEW_CORES]")] : []);
    this.cards(figures, hosts);
    this.table("more", figures.more(FIRST_CARDS - hosts.length), MOST_ROWS, "finding");
    this.shares(figures.shares());
    this.parts.get("balance").box.replaceChildren(balanceChart(figures.balance));
    this.table("late", figures.late(), MOST_LATE, "rank");
    this.table("pairs", figures.pairs(), MOST_PAIRS, "pair");
    this.table("calls", figures.calls(false), MOST_ROWS, "line");
    this.table("sites", figures.calls(true), MOST_ROWS, "line");
    this.table("collectives", figures.collectives(), MOST_ROWS, "row");
    this.table("pauses", figures.pauses(), MOST_ROWS, "JVM");
    this.setMatrix(figures.matrix);
  }

  shown() {
    return data.counts.reduce((sum, count) => sum + count, 0);
  }

  setMatrix(cells) {
    this.matrix.cells = cells;
    if (data.matrix.length > 0) this.matrix.draw();
  }

  cards(figures, hosts) {
    const list = element("ol", {className: "findings"}, ...hosts.map(card => card.cloneNode(true)));
    for (const card of list.children)
      card.querySelector(".remedy").before(element("p", {className: "hint"}, "This is of the whole job."));
    for (const card of figures.cards(FIRST_CARDS - hosts.length)) {
      const cause = data.causeNames.indexOf(card.cause), {number, start, end} = card.worst;
      list.append(element("li", {className: "card"},
        element("h3", {}, data.causes[cause]),
        element("p", {className: "figure"}, card.figure,
          element("small", {}, " lost, " + card.share + " of all ranks' time")),
        element("p", {}, card.text),
        element("p", {className: "remedy"}, data.remedies[cause]),
        element("button", {type: "button", onclick: () => showWorst([number, start, end])},
          "Show the worst of " + card.count)));
    }
    this.parts.get("cards").box.replaceChildren(list.children.length > 0 ? list
      : element("p", {}, "No rank loses time here for a reason that this report knows."));
  }

  shares(shares) {
    const names = {computing: "computing", gc: "stopped by the garbage collector", mpi: "in MPI", lost: "lost in MPI"};
    const bar = element("div", {className: "shares"});
    for (const [part, share] of shares) {
      if (share <= 0) continue;
      const text = names[part] + " " + percentText(share);
      const piece = element("div", {className: part, title: text}, ...share > .1 ? [element("span", {}, text)] : []);
      piece.style.flexGrow = share * 100;
      bar.append(piece);
    }
    this.parts.get("shares").box.replaceChildren(bar);
  }

  // Fills a table that the page has for the whole job; a stretch has no table that the whole job lacks.
  table(name, rows, most, noun) {
    const {box, whole} = this.parts.get(name);
    const model = whole.find(node => node.nodeType === 1 && node.querySelector("table"));
    if (!model) return;
    const table = model.cloneNode(true);
    const numbers = [...table.querySelectorAll("th")].map(head => head.className);
    const summary = table.querySelector("summary");
    if (summary) summary.textContent = countText(rows.length, "more finding");
    const body = table.querySelector("tbody");
    body.replaceChildren(...rows.slice(0, most).map(row =>
      element("tr", {}, ...row.map((cell, i) => element("td", {className: numbers[i]}, cell)))));
    box.replaceChildren(table);
    if (rows.length === 0) box.append(element("p", {className: "hint"}, "Nothing in this stretch."));
    else if (rows.length > most)
      box.append(element("p", {className: "hint"}, "The first " + most + " of " + countText(rows.length, noun) + "."));
  }
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function drawn(name, attributes, text = "") {
  const made = document.createElementNS(document.querySelector("svg").namespaceURI, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.textContent = text;
  return made;
}

// Draws what the class BalanceChart draws.
function balanceChart(ranks) {
  const width = 1440, height = 180, gutter = 60;
  const whole = rank => rank.computing + rank.gc + rank.mpi + rank.lost;
  const most = Math.max(1, ...ranks.map(whole));
  const step = Math.min(120, (width - gutter) / ranks.length), every = Math.ceil(ranks.length / 32);
  const chart = drawn("svg", {class: "balance", viewBox: "0 -8 1440 208", role: "img", "aria-label": "Load balance: time by rank"});
  const tick = niceStep(most / 4);
  for (let time = 0; time <= most; time += tick) {
    const y = height - time / most * height;
    chart.append(drawn("line", {x1: gutter, y1: y, x2: gutter + step * ranks.length, y2: y}),
      drawn("text", {class: "tick", x: gutter - 6, y: y + 3}, time === 0 ? "0" : timeText(time)));
  }
  chart.append(drawn("text", {class: "tick", x: gutter - 6, y: height + 14}, "rank"));
  ranks.forEach((rank, number) => {
    const x = gutter + number * step, wide = step > 3 ? step - 1 : step * .9;
    const bar = drawn("g", {});
    bar.append(drawn("title", {}, "rank " + number + ": computes " + timeText(rank.computing) + ", loses "
      + timeText(rank.lost) + " in MPI, is in MPI for another " + timeText(rank.mpi)
      + ", and is stopped by the garbage collector for " + timeText(rank.gc)));
    let y = height;
    for (const part of ["computing", "gc", "mpi", "lost"]) {
      const high = rank[part] / most * height;
      y -= high;
      if (high >= .05) bar.append(drawn("rect", {class: part, x, y, width: wide, height: high}));
    }
    if (number % every === 0) bar.append(drawn("text", {x: x + wide / 2, y: height + 14}, number));
    chart.append(bar);
  });
  return chart;
}
