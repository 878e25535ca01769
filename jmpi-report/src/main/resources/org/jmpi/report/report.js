// Puts the page together.

function setUpTheme(redraw) {
  const root = document.documentElement;
  const forced = new URLSearchParams(location.hash.slice(1)).get("theme");
  if (forced) root.dataset.theme = forced;
  const system = matchMedia("(prefers-color-scheme: dark)");
  byId("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
    root.dataset.theme = dark ? "light" : "dark";
    redraw();
  });
  system.addEventListener("change", redraw);
}

function setUpMatrix() {
  const matrix = new Matrix(byId("matrix"), byId("cell"));
  const buttons = [...byId("measures").querySelectorAll("button")];
  for (const button of buttons)
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", other === button);
      matrix.measure = +button.dataset.measure;
      matrix.draw();
    });
  if (data.matrix.length > 0) matrix.draw();
  else document.querySelector(".columns > div").hidden = true;
  return matrix;
}

// Shows what the address of the page asks for: a view as #t=0.5-0.75 in s, a stretch as #stretch=0.5-0.75, or #finding=1.
function showAsked(timeline) {
  const asked = new URLSearchParams(location.hash.slice(1));
  const second = 1e9 / data.unit;
  const stretch = (asked.get("t") || asked.get("stretch") || "").match(/^([\d.]+)-([\d.]+)$/);
  if (stretch) timeline.view(+stretch[1] * second, +stretch[2] * second);
  if (stretch && asked.get("stretch")) timeline.showFigures();
  const finding = data.findings[asked.get("finding") - 1];
  if (finding) timeline.showEvent(...finding);
}

let timeline = null;

function showWorst(event) {
  timeline.showEvent(...event);
  byId("timeline").scrollIntoView({behavior: "smooth", block: "center"});
}

async function main() {
  const matrix = setUpMatrix();
  setUpTheme(() => {
    if (data.matrix.length > 0) matrix.draw();
    if (timeline) timeline.draw();
  });
  const waiting = byId("waiting");
  if (typeof DecompressionStream === "undefined") {
    waiting.textContent = "This browser is too old to read the events (it has no DecompressionStream).";
    return;
  }
  const ranks = readRanks(await unpack());
  linkSends(ranks);
  waiting.remove();
  timeline = new Timeline(byId("timeline"), ranks, new Stretch(ranks, matrix));
  showAsked(timeline);
  timeline.draw();
  document.querySelector("main").addEventListener("click", event => {
    const button = event.target.closest("[data-finding]");
    if (button) showWorst(data.findings[button.dataset.finding]);
  });
  const seconds = (performance.now() / 1e3).toFixed(2);
  byId("drawn").textContent = "Drawn " + seconds + " s after the page was opened.";
  document.documentElement.dataset.drawn = seconds;
}

main().catch(error => {
  const waiting = byId("waiting");
  if (waiting) waiting.textContent = "The events cannot be shown: " + error;
  throw error;
});
