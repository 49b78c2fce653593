(() => {
  // After a reload the browser still takes the pages that behaviours/client-navigation.ts has swapped for one document.
  // Until that module runs again, Back would change the URL alone.
  const { pathname } = location;
  window.onpopstate = () => location.pathname === pathname || location.reload();
  // Another of our pages has left the fonts in the browser's cache: then they belong to the first paint, and come late no more.
  const isKnown = document.referrer.startsWith(location.origin + '/');
  const loadFonts = async () => {
    const text = { weight: '400 700' };
    // As in tooling/build/subset-fonts.ts, and not read from the styles: a slow phone would need milliseconds to walk the rules.
    const faces = [
      new FontFace('Instrument Sans', 'url(other-letters.woff2)', {
        ...text,
        display: 'swap',
        unicodeRange: 'U+21-FF',
      }),
      new FontFace('Bricolage Grotesque', 'url(display.woff2)', { weight: '500 800', display: 'optional' }),
      new FontFace('Instrument Sans', 'url(text.woff2)', { ...text, display: 'optional' }),
    ];
    // Together: the browser lays out the whole page for each addition. The first is loaded where somebody writes one of its letters.
    if (!isKnown) await Promise.allSettled([faces[1].load(), faces[2].load()]);
    for (const face of faces) document.fonts.add(face);
  };
  const start = () => {
    loadBehaviours();
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'later.css' });
    link.onerror = () => link.remove();
    document.head.append(link);
  };
  // They need the whole page, which may still be on its way. They run once, however often they are asked for, and the browser
  // itself says when they cannot be loaded: then no first screen comes first.
  const loadBehaviours = () => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', loadBehaviours, { once: true });
    else import('entry.js').catch(() => delete document.documentElement.dataset.firstScreen);
  };
  for (const sign of ['pointerover', 'pointerdown', 'keydown', 'focusin'])
    addEventListener(sign, loadBehaviours, { once: true, passive: true });
  if (isKnown) {
    void loadFonts();
    start();
  } else
    new PerformanceObserver((entries, observer) => {
      // Not the first paint, which may show the ground alone.
      if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      // At once: a headline that enters is to have its own letters.
      void loadFonts();
      if (document.readyState === 'complete') start();
      else addEventListener('load', start);
    }).observe({ type: 'paint', buffered: true });
})();
