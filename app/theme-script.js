(() => {
  const root = document.documentElement;
  const meta = Object.assign(document.createElement('meta'), { name: 'theme-color' });
  document.head.append(meta);
  let theme;
  const apply = (value) => {
    theme = value === 'light' ? 'light' : 'dark';
    root.classList.toggle('light', theme === 'light');
    root.classList.toggle('dark', theme === 'dark');
    meta.content = getComputedStyle(root).getPropertyValue('--ground');
  };
  const applyStored = () => {
    let stored;
    try {
      stored = localStorage.getItem('theme');
    } catch {}
    apply(stored);
  };
  applyStored();
  addEventListener('storage', (event) => {
    if (event.key === 'theme' || event.key === null) applyStored();
  });
  addEventListener('click', (event) => {
    if (!event.target.closest?.('[data-theme-toggle]')) return;
    apply(theme === 'dark' ? 'light' : 'dark');
    try {
      localStorage.setItem('theme', theme);
    } catch {}
  });
})();
