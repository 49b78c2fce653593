(() => {
  const loadFonts = async () => {
    const rules = [...document.styleSheets[0].cssRules]
      .flatMap(({ cssRules = [] }) => [...cssRules])
      .filter((rule) => rule instanceof CSSFontFaceRule);
    const faces = rules.map(({ style }) => {
      const read = (name) => style.getPropertyValue(name);
      return new FontFace(read('font-family').replace(/["']/g, ''), read('src'), { weight: read('font-weight') });
    });
    for (const face of await Promise.all(faces.map((face) => face.load()))) {
      await new Promise(requestAnimationFrame);
      document.fonts.add(face);
    }
  };
  const start = () => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'later.css' }));
    loadFonts().catch(() => {});
  };
  const startWhenIdle = () => (window.requestIdleCallback ?? setTimeout)(start);
  if (document.referrer.startsWith(location.origin + '/')) start();
  else
    new PerformanceObserver((_entries, observer) => {
      observer.disconnect();
      if (document.readyState === 'complete') startWhenIdle();
      else addEventListener('load', startWhenIdle);
    }).observe({ type: 'paint', buffered: true });
})();
