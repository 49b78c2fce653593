// Stores unsent drafts in the browser for a week, beyond a closed tab. Signing out clears them.
(() => {
  const week = 7 * 24 * 60 * 60 * 1000;
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('kept ') && !(Date.now() - read(key)?.at < week)) localStorage.removeItem(key);
    for (const field of document.querySelectorAll('[data-kept]')) {
      const { kept: name, keptState: state } = field.dataset;
      const key = `kept ${name}`;
      const hint = field.form.querySelector('[data-kept-hint]');
      const clearDraft = () => {
        localStorage.removeItem(key);
        hint.hidden = true;
      };
      if (state === 'sent') clearDraft();
      const draft = state === 'typed' ? null : read(key);
      hint.hidden = typeof draft?.text !== 'string';
      if (!hint.hidden) {
        field.value = draft.text;
        field.closest('details')?.setAttribute('open', '');
      }
      field.addEventListener('input', () =>
        localStorage.setItem(key, JSON.stringify({ text: field.value, at: Date.now() })),
      );
      field.form.addEventListener('reset', clearDraft);
    }
  } catch {
    // Storage is blocked: the form works without it.
  }
})();
