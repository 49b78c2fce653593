// Single keys press what is on the page, once their person has chosen them: no key does what a mouse cannot. Sends by
// Ctrl+Enter, puts saved replies in at the cursor, copies links, and hides Undo in its place once it is too late.
(() => {
  const usesKeys = document.querySelector('[data-key="?"]') !== null;
  const find = (key) => [...document.querySelectorAll('[data-key]')].filter(({ dataset }) => dataset.key === key);
  const links = find('o');
  const findRow = () => document.activeElement.closest('li:has([data-key="o"])');

  const press = (key) => {
    const row = findRow();
    const found =
      find(key).find((one) => row?.contains(one)) ?? find(key).find((one) => !one.closest('li:has([data-key="o"])'));
    if (!found?.matches('textarea, select, [type="search"]')) return found?.click();
    // The reason to close several. As in mail programs: what is ticked, else the current row.
    if (found.matches('select') && !find('x').some(({ checked }) => checked))
      row?.querySelector('[data-key="x"]').click();
    found.closest('details')?.setAttribute('open', '');
    if (!found.checkVisibility()) found.closest('[popover]')?.showPopover();
    found.focus();
  };

  /** Goes to the row before or after, or, on the page of an enquiry, to that of its neighbour in the last list. */
  const move = (step) => {
    if (links.length > 0) {
      const at = links.findIndex((link) => findRow()?.contains(link));
      return links[at === -1 && step < 0 ? links.length - 1 : at + step]?.focus();
    }
    const listed = JSON.parse(sessionStorage.getItem('listed') ?? '[]');
    const at = listed.findIndex((path) => location.pathname.startsWith(path));
    if (at !== -1 && listed[at + step]) location.assign(listed[at + step]);
  };

  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (event.repeat || event.isComposing) return;
    if (key === 'Enter' && (ctrlKey || metaKey) && target.matches('textarea[data-kept]')) target.form.requestSubmit();
    if (!usesKeys || ctrlKey || metaKey || altKey) return;
    if (target.closest('textarea, select, [contenteditable], input:not([type="checkbox"])')) return;
    if (document.querySelector(':popover-open, dialog[open]')) return;
    const step = { j: 1, k: -1 }[key];
    if (find(key).length === 0 && step === undefined) return;
    event.preventDefault();
    if (find(key).length > 0) press(key);
    else move(step);
  });

  const field = document.querySelector('textarea[name="text"]');
  const saved = document.querySelector('input[name="saved"]');
  const gap = field?.value.indexOf('\n\n\n\n') ?? -1;
  if (gap >= 0) field.setSelectionRange(gap + 2, gap + 2);
  let hasCursor = gap >= 0 || document.activeElement === field;
  field?.addEventListener('focus', () => (hasCursor = true));
  document.querySelector('[data-saved]')?.addEventListener('click', (event) => {
    const option = [...saved.list.options].find(({ value }) => value === saved.value);
    // The server finds a part of a title, and the place before the signature.
    if (option === undefined || !hasCursor) return;
    event.preventDefault();
    saved.value = '';
    field.focus();
    // Deprecated, and the only way that the browser's undo takes back.
    document.execCommand('insertText', false, option.dataset.text);
  });

  document
    .querySelector('[data-copy]')
    ?.addEventListener('click', async ({ currentTarget: { dataset, nextElementSibling } }) => {
      try {
        await navigator.clipboard.writeText(dataset.copy);
        nextElementSibling.textContent = 'Copied';
      } catch {
        nextElementSibling.textContent = 'Not copied: select the link and copy it.';
      }
    });

  for (const place of document.querySelectorAll('[data-ends-in]'))
    setTimeout(() => (place.style.visibility = 'hidden'), Math.min(place.dataset.endsIn, 2 ** 31 - 1));

  try {
    if (links.length > 0) sessionStorage.setItem('listed', JSON.stringify(links.map(({ pathname }) => pathname)));
  } catch {
    // Storage is blocked: from an enquiry no key leads to the next.
  }
})();
