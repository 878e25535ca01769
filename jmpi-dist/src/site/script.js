'use strict';

const root = document.documentElement;

// The theme is that of the system, or the one that the reader has chosen. Set before the page is drawn.
const chosen = (() => {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null; // no storage, as in a private window
  }
})();
if (chosen) root.dataset.theme = chosen;

function toggleTheme() {
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', root.dataset.theme);
  } catch {
    // the choice lasts for this page
  }
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// ---- search: all words have to be in a section; its headings count more than its text

function loadIndex() {
  return new Promise((resolve, reject) => {
    if (window.searchIndex) return resolve(window.searchIndex);
    const script = element('script', { src: root.dataset.root + 'search-index.js' });
    script.onload = () => resolve(window.searchIndex);
    script.onerror = () => reject(new Error('no search index'));
    document.head.append(script);
  });
}

function escaped(word) {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function score([title, heading, , text], words) {
  let sum = 0;
  for (const word of words) {
    const inHeading = heading.toLowerCase().indexOf(word);
    const inTitle = title.toLowerCase().indexOf(word);
    const times = text.toLowerCase().split(word).length - 1;
    const whole = text.match(new RegExp(escaped(word) + '(?![\\w-])', 'gi'))?.length ?? 0;
    if (inHeading < 0 && inTitle < 0 && times === 0) return 0;
    sum += (inHeading >= 0 ? 20 : 0) + (inHeading === 0 ? 10 : 0) + (inTitle >= 0 ? 8 : 0)
      + Math.min(times, 5) + 2 * Math.min(whole, 5);
  }
  return sum;
}

function search(index, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return index
    .map(section => ({ section, score: score(section, words) }))
    .filter(found => found.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 20)
    .map(found => result(found.section, words));
}

function result([title, heading, address, text], words) {
  const near = text.toLowerCase().indexOf(words[0]) - 50;
  const at = near > 0 ? text.indexOf(' ', near) + 1 : 0;
  const end = at + 160 < text.length ? text.lastIndexOf(' ', at + 160) : text.length;
  const snippet = (at > 0 ? '... ' : '') + text.slice(at, end) + (end < text.length ? ' ...' : '');
  const where = heading === title ? title : title + ' - ' + heading;
  return element('li', {},
    element('a', { href: root.dataset.root + address }, where, element('small', {}, ...marked(snippet, words))));
}

function marked(text, words) {
  const pattern = new RegExp('(' + words.map(escaped).join('|') + ')', 'gi');
  return text.split(pattern).map((part, i) => (i % 2 ? element('mark', {}, part) : part));
}

function startSearch() {
  const form = document.getElementById('search');
  const input = form.querySelector('input');
  const results = document.getElementById('results');
  const show = async () => {
    const query = input.value.trim();
    const index = await loadIndex();
    if (query !== input.value.trim()) return; // the reader has typed on
    const found = search(index, query);
    results.replaceChildren(...(found.length || !query ? found : [element('li', { className: 'none' }, 'Nothing found')]));
    results.hidden = !query;
  };
  input.addEventListener('input', show);
  input.addEventListener('focus', show);
  form.addEventListener('submit', event => {
    event.preventDefault();
    results.querySelector('a')?.click();
  });
  form.addEventListener('keydown', event => move(event, input, results));
  document.addEventListener('click', event => {
    if (!form.contains(event.target)) results.hidden = true;
  });
  document.addEventListener('keydown', event => {
    if (event.key !== '/' || event.target.matches('input')) return;
    event.preventDefault();
    input.focus();
  });
  results.addEventListener('click', () => { results.hidden = true; });
}

function move(event, input, results) {
  if (event.key === 'Escape') {
    results.hidden = true;
    input.blur();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const stops = [input, ...results.querySelectorAll('a')];
  stops[Math.max(0, Math.min(stops.length - 1, stops.indexOf(document.activeElement) + step))].focus();
}

// ---- the page

function addAnchors() {
  for (const heading of document.querySelectorAll('main :is(h2, h3, h4)[id]'))
    heading.append(element('a', { className: 'anchor', href: '#' + heading.id, ariaLabel: 'Link to this section' }, '#'));
}

function addSections() {
  const headings = [...document.querySelectorAll('main :is(h2, h3)[id]')];
  if (headings.length < 2) return;
  document.getElementById('sections').append(
    element('h2', {}, 'On this page'),
    ...headings.map(heading => element('a', {
      href: '#' + heading.id,
      className: heading.tagName === 'H3' ? 'deeper' : '',
    }, heading.textContent)));
}

const TOKEN = /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\b(abstract|boolean|break|byte|case|catch|char|class|continue|default|do|double|else|enum|extends|final|finally|float|for|if|implements|import|instanceof|int|interface|long|new|null|package|private|protected|public|record|return|short|static|super|switch|synchronized|this|throw|throws|transient|true|false|try|var|void|volatile|while)\b/g;

function highlight(code) {
  const text = code.textContent;
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    parts.push(text.slice(end, match.index));
    const kind = match[1] ? 'comment' : match[2] ? 'string' : 'keyword';
    parts.push(element('span', { className: kind }, match[0]));
    end = match.index + match[0].length;
  }
  code.replaceChildren(...parts, text.slice(end));
}

function addCopy(pre) {
  const button = element('button', { className: 'copy', type: 'button' }, 'copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(pre.querySelector('code').textContent);
    button.textContent = 'copied';
    setTimeout(() => { button.textContent = 'copy'; }, 1500);
  });
  pre.append(button);
}

document.addEventListener('DOMContentLoaded', () => {
  addSections();
  addAnchors();
  document.querySelectorAll('code.language-java').forEach(highlight);
  if (navigator.clipboard) document.querySelectorAll('pre').forEach(addCopy);
  startSearch();
  document.getElementById('theme').addEventListener('click', toggleTheme);
  const menu = document.getElementById('menu');
  const navigation = document.getElementById('navigation');
  menu.addEventListener('click', () => {
    menu.setAttribute('aria-expanded', navigation.classList.toggle('open'));
  });
  navigation.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
});
