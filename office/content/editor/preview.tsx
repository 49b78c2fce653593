import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { Path } from '../../../content/merge-content.ts';
import { Choice } from './button.tsx';
import { findTextElement } from './find-texts.ts';

interface PreviewProps {
  file: string;
  value: unknown;
  /** The field focused last, and its text. */
  field: Path;
  text: string;
  /** Path of the page that shows the file; undefined if none does. */
  path: string | undefined;
  pages: readonly { path: string; name: string }[];
  /** Called on a click with the texts of the elements around it, innermost first. */
  pick: (texts: readonly string[]) => void;
}

const widths = { desk: 1280, phone: 390 };
/** Debounce in milliseconds: with the time to render, a preview follows the last key in less than 300. */
const pause = 120;

/** Renders the page with the typed text, as wide as a phone's or a desktop's window. */
export function Preview({ file, value, field, text, path, pages, pick }: PreviewProps) {
  const [width, setWidth] = useState<keyof typeof widths>(() => (innerWidth < 992 ? 'phone' : 'desk'));
  const [theme, setTheme] = useState(() => (document.documentElement.className === 'light' ? 'light' : 'dark'));
  const [choice, setChoice] = useState<{ of: Path; path: string }>();
  const [shown, setShown] = useState<string>();
  const [missing, setMissing] = useState('');
  const screen = useRef<HTMLDivElement>(null);
  const pickLatest = useEffectEvent(pick);
  const dressed = useEffectEvent((frame: HTMLIFrameElement) => dress(frame, theme, text, pickLatest));
  // Another field resets the choice to its own page.
  const chosen = choice?.of === field ? choice.path : undefined;
  const asked = chosen ?? path;

  useEffect(() => {
    const place = screen.current;
    if (!place) return undefined;
    const begin = performance.now();
    let callOff = () => {};
    const timer = setTimeout(() => {
      const of = chosen ? {} : { field: JSON.stringify(field) };
      const form = { file, value: JSON.stringify(value), path: asked ?? '', ...of };
      callOff = loadFrame(place, '/words/preview', form, (frame, page) => {
        setMissing(page.missing);
        if (page.path === undefined) return false;
        setShown(page.path);
        dressed(frame);
        place.dataset['took'] = String(Math.round(performance.now() - begin));
        return true;
      });
    }, pause);
    return () => {
      clearTimeout(timer);
      callOff();
    };
  }, [file, value, field, asked, chosen]);

  useEffect(() => {
    const frame = screen.current?.querySelector<HTMLIFrameElement>('iframe:not([data-waiting])');
    if (frame?.contentDocument) frame.contentDocument.documentElement.className = theme;
  }, [theme]);

  useEffect(() => {
    const place = screen.current;
    if (!place) return undefined;
    const observer = new ResizeObserver(() => {
      const scale = Math.min(1, place.clientWidth / widths[width]);
      place.style.setProperty('--width', `${widths[width]}px`);
      place.style.setProperty('--scale', String(scale));
      place.style.setProperty('--height', `${place.clientHeight / (scale || 1)}px`);
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, [width]);

  return (
    <>
      <header className="row mb-4">
        <label className="sr-only" htmlFor="page">
          Page in the preview
        </label>
        <select
          id="page"
          className="field flex-[1_1_7rem]"
          value={shown ?? asked ?? ''}
          onChange={({ target }) => setChoice({ of: field, path: target.value })}
        >
          {pages.some(({ path }) => path === (shown ?? asked)) ? null : (
            <option value={shown ?? asked ?? ''}>No page shows this</option>
          )}
          {pages.map(({ path, name }) => (
            <option key={path} value={path}>
              {name}
            </option>
          ))}
        </select>
        <Choice of={{ desk: 'Wide', phone: 'Phone' }} chosen={width} choose={setWidth} />
        <Choice of={{ dark: 'Dark', light: 'Light' }} chosen={theme} choose={setTheme} />
      </header>
      <p role="status" className="font-medium text-balloon">
        {missing === '' ? '' : `Not in the picture yet. ${missing}`}
      </p>
      <div className="relative -mx-4 -mb-4 flex-1 overflow-hidden" ref={screen} />
    </>
  );
}

interface Page {
  /** Undefined if the content cannot be shown yet; `missing` says why. */
  path: string | undefined;
  missing: string;
}

let frames = 0;
const frameLook =
  'absolute left-1/2 h-(--height) w-(--width) origin-top border-0 bg-[Canvas] data-waiting:invisible [transform:translateX(-50%)_scale(var(--scale))]';

/**
 * Loads a page in a new frame behind the current one, which `show` replaces: nothing flickers. Reusing a frame would
 * add an entry to the browser's history. Returns a function that cancels.
 */
function loadFrame(
  screen: HTMLElement,
  address: string,
  fields: Readonly<Record<string, string>>,
  show: (frame: HTMLIFrameElement, page: Page) => boolean,
): () => void {
  const frame = document.createElement('iframe');
  frames += 1;
  Object.assign(frame, { name: `preview-${frames}`, title: 'Preview', className: frameLook });
  frame.sandbox.add('allow-same-origin');
  frame.dataset['waiting'] = '';
  screen.append(frame);
  frame.addEventListener('load', () => {
    if (frame.contentDocument?.URL === 'about:blank') return undefined;
    const { preview: path, missing = '' } = frame.contentDocument?.documentElement.dataset ?? {};
    // Not the requested page, or an error page of the browser.
    if (path === undefined && missing === '') return frame.remove();
    const before = screen.querySelector<HTMLIFrameElement>('iframe:not([data-waiting])');
    const isSame = before?.contentDocument?.documentElement.dataset['preview'] === path;
    frame.contentWindow?.scrollTo({ top: isSame ? (before?.contentWindow?.scrollY ?? 0) : 0, behavior: 'instant' });
    if (!show(frame, { path, missing })) return frame.remove();
    delete frame.dataset['waiting'];
    return before?.remove();
  });
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: address, target: frame.name });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
  return () => 'waiting' in frame.dataset && frame.remove();
}

/** Sets the theme, scrolls to a text and outlines it. A click picks a text instead of following a link. */
function dress(frame: HTMLIFrameElement, theme: string, text: string, pick: PreviewProps['pick']): void {
  const page = frame.contentDocument;
  if (!page) return;
  page.documentElement.className = theme;
  // Skip opening animations: they would restart with each key.
  for (const animation of page.getAnimations())
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  const element = text === '' ? undefined : findTextElement(page, text);
  if (element instanceof (page.defaultView as typeof globalThis & Window).HTMLElement) {
    const { top, bottom } = element.getBoundingClientRect();
    const height = frame.clientHeight;
    if (top < 0 || bottom > height) page.defaultView?.scrollBy({ top: top - height / 3, behavior: 'instant' });
    element.style.outline = '2px dashed';
    element.style.outlineOffset = '4px';
  }
  page.onclick = (event) => {
    event.preventDefault();
    pick(textsAround(event.target as Element));
  };
}

function textsAround(target: Element): string[] {
  const texts: string[] = [];
  for (
    let element: Element | null = target;
    element && element.tagName !== 'MAIN' && texts.length < 12;
    element = element.parentElement
  ) {
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    texts.push(own.map(({ textContent }) => textContent).join(''), element.textContent);
  }
  return texts.filter((text) => text.trim() !== '' && text.length < 3000);
}
