'use strict';

// The selector of versions, on pages of the documentation and of the Javadoc. The folder of the site lists its versions
// in versions.js, and each version lists its pages in pages.js. Without versions.js the version stays plain text.
(() => {
  const home = new URL('.', document.currentScript.src);
  const site = new URL('..', home);
  const page = location.href.replace(/[?#].*/, '').slice(home.href.length).replace(/(^|\/)$/, '$1index.html');
  const place = document.querySelector('.version');
  const version = place.textContent;

  function load(url) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = url;
      script.onload = resolve;
      script.onerror = () => reject(new Error('not found: ' + url));
      document.head.append(script);
    });
  }

  // Opens this page in the folder of another version, or the front page if that version does not have it.
  async function open(folder) {
    const target = new URL(folder + '/', site);
    await load(new URL('pages.js', target)).catch(() => { window.pages = []; });
    location.href = new URL(window.pages.includes(page) ? page : 'index.html', target);
  }

  function showSelector(versions) {
    const select = document.createElement('select');
    select.ariaLabel = 'Version';
    for (const each of versions) select.append(new Option(each, each, each === version, each === version));
    select.addEventListener('change', () => open(select.value));
    addEventListener('pageshow', () => { select.value = version; }); // a browser that goes back may keep the choice
    place.replaceChildren(select);
  }

  function showNotice(newest, isOld) {
    const notice = document.createElement('p');
    notice.setAttribute('role', 'note');
    notice.style.cssText = 'margin: 0 0 1rem; padding: .5rem .8rem; background: #ffe9a8; color: #3d3000';
    const link = document.createElement('a');
    link.href = '../'.repeat(page.split('/').length) + 'latest/index.html';
    link.style.cssText = 'color: inherit; text-decoration: underline';
    link.textContent = newest;
    link.addEventListener('click', event => {
      event.preventDefault();
      open('latest');
    });
    const text = isOld
      ? `This page is about the old version ${version}. The newest one is `
      : `This page is about ${version}, which is not a release. The newest release is `;
    notice.append(text, link, '.');
    document.querySelector('main').prepend(notice);
  }

  load(new URL('versions.js', site)).then(() => {
    const { newest, all } = window.versions;
    const at = all.indexOf(version);
    if (at < 0) return;
    if (all.length > 1) showSelector(all);
    if (version !== newest) showNotice(newest, at > all.indexOf(newest));
  }, () => {});
})();
