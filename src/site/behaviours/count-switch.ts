import type { LegalPage } from '../../content/schema/legal-page.ts';

/** Shows if visits in this browser are counted, and lets the visitor object, or allow it again. */
export function attachCountSwitch(element: HTMLElement, signal: AbortSignal): void {
  const texts: LegalPage['sections'][number]['countSwitch'] = JSON.parse(element.dataset['countSwitch'] ?? '');
  const [status, button] = [element.querySelector('p'), element.querySelector('button')];
  if (!texts || !status || !button) throw new Error('The switch has no texts, status or button');
  const isAsked = Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1';
  const show = () => {
    const stored = readFlag();
    // Where storage is blocked nobody is counted: see page-views.ts.
    button.hidden = isAsked || stored === undefined;
    const state = stored === 'off' ? texts.notCounted : texts.counted;
    const reason = isAsked ? texts.askedByBrowser : texts.storageBlocked;
    status.textContent = button.hidden ? reason : state;
    button.textContent = stored === 'off' ? texts.allow : texts.object;
  };
  show();
  status.hidden = false;
  button.addEventListener('click', () => {
    try {
      if (button.textContent === texts.allow) localStorage.removeItem('counts');
      else localStorage.setItem('counts', 'off');
    } catch {
      // Storage is full: the state stays, and is shown so.
    }
    show();
  });
  for (const type of ['storage', 'pageshow']) addEventListener(type, show, { signal });
}

/** Returns `off` after an objection; undefined if storage is blocked. */
function readFlag(): string | null | undefined {
  try {
    return localStorage.getItem('counts');
  } catch {
    return undefined;
  }
}
