import type { LegalPage } from '../../content/schema/legal-page.ts';

/** Shows if visits in this browser are counted, and lets the visitor object, or allow it again. */
export function attachCountSwitch(element: HTMLElement, signal: AbortSignal): void {
  const texts: LegalPage['sections'][number]['countSwitch'] = JSON.parse(element.dataset['countSwitch'] ?? '');
  const [status, button] = [element.querySelector('p'), element.querySelector('button')];
  if (!texts || !status || !button) throw new Error('The switch has no texts, status or button');
  const isAskedByBrowser = Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1';
  const show = () => {
    const hasObjected = readObjection();
    status.textContent = isAskedByBrowser ? texts.askedByBrowser : hasObjected ? texts.notCounted : texts.counted;
    button.textContent = hasObjected ? texts.allow : texts.object;
  };
  show();
  status.hidden = false;
  button.hidden = isAskedByBrowser;
  button.addEventListener('click', () => {
    try {
      if (readObjection()) localStorage.removeItem('counts');
      else localStorage.setItem('counts', 'off');
    } catch {
      // Storage is blocked: the state stays, and is shown so.
    }
    show();
  });
  addEventListener('storage', show, { signal });
}

function readObjection(): boolean {
  try {
    return localStorage.getItem('counts') === 'off';
  } catch {
    return false;
  }
}
