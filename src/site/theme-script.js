(() => {
  const root = document.documentElement;
  // Back, Forward and a reload restore a position, and a part of the page has one, for which all has to be laid out.
  const [navigation] = performance.getEntriesByType('navigation');
  if (!location.hash && navigation?.type === 'navigate') root.dataset.firstScreen = '';
  const meta = Object.assign(document.createElement('meta'), { name: 'theme-color' });
  document.head.append(meta);
  let theme;
  const show = () => {
    root.className = theme;
    // With the frame, which computes the styles anyway.
    requestAnimationFrame(() => (meta.content = getComputedStyle(root).getPropertyValue('--ground')));
  };
  const showStored = () => {
    let stored;
    try {
      stored = localStorage.getItem('theme');
    } catch {}
    theme = stored === 'light' ? 'light' : 'dark';
    show();
  };
  const switchTheme = () => {
    show();
    document.querySelector('[data-theme-status]')?.removeAttribute('hidden');
  };
  // A picture of the old theme fades out over the new one, of which there is no picture, so that it takes clicks.
  const fade = () => {
    const picture = (name) => (root.style.viewTransitionName = name);
    const change = () => {
      switchTheme();
      picture('none');
    };
    document.startViewTransition(change).finished.then(() => picture(''));
  };
  showStored();
  addEventListener('storage', (event) => {
    if (event.key === 'theme' || event.key === null) showStored();
  });
  addEventListener('click', (event) => {
    if (!event.target.closest?.('[data-theme-toggle]')) return;
    theme = theme === 'dark' ? 'light' : 'dark';
    const isStill = matchMedia('(prefers-reduced-motion)').matches;
    if (!isStill && document.startViewTransition) fade();
    else switchTheme();
    try {
      localStorage.setItem('theme', theme);
    } catch {}
  });
})();
