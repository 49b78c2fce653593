import { useEffect, useRef, useState } from 'react';

import { elementShowing } from './find-texts.ts';
import type { Path } from './schema.ts';

interface PreviewProps {
  /** The address below which it is. */
  at: string;
  file: string;
  value: unknown;
  /** The field that was entered last, and its text. */
  field: Path;
  text: string;
  /** The page that shows the file; undefined where none does. */
  path: string | undefined;
  pages: readonly { path: string; name: string }[];
  /** A text was clicked: the texts of the elements around the place, the smallest first. */
  pick: (texts: readonly string[]) => void;
}

const widths = { desk: 1280, phone: 390 };
/** Milliseconds from the last key to the next picture: with what it takes to make one they stay below 300. */
const pause = 120;

/** The page itself, in a window as wide as a phone's or a desk's, with what is typed. */
export function Preview({ at, file, value, field, text, path, pages, pick }: PreviewProps) {
  const [width, setWidth] = useState<keyof typeof widths>(() => (innerWidth < 992 ? 'phone' : 'desk'));
  const [theme, setTheme] = useState<'dark' | 'light'>(() =>
    document.documentElement.className === 'light' ? 'light' : 'dark',
  );
  const [choice, setChoice] = useState<{ of: Path; path: string }>();
  const [shown, setShown] = useState<string>();
  const [missing, setMissing] = useState('');
  const screen = useRef<HTMLDivElement>(null);
  const latest = useRef({ theme, text, pick });
  useEffect(() => {
    latest.current = { theme, text, pick };
  });
  // For another field its own page comes back.
  const chosen = choice?.of === field ? choice.path : undefined;
  const asked = chosen ?? path;

  useEffect(() => {
    if (asked === undefined || !screen.current) return undefined;
    const begin = performance.now();
    let callOff = () => {};
    const timer = setTimeout(() => {
      const form = {
        file,
        value: JSON.stringify(value),
        path: asked,
        ...(chosen ? {} : { field: JSON.stringify(field) }),
      };
      callOff = loadFrame(screen.current as HTMLElement, `${at}/preview`, form, (frame, page) => {
        setMissing(page.missing);
        if (page.path === undefined) return false;
        setShown(page.path);
        dress(frame, latest);
        (screen.current as HTMLElement).dataset['took'] = String(Math.round(performance.now() - begin));
        return true;
      });
    }, pause);
    return () => {
      clearTimeout(timer);
      callOff();
    };
  }, [at, file, value, field, asked, chosen]);

  useEffect(() => {
    const frame = screen.current?.querySelector<HTMLIFrameElement>('iframe:not([data-waiting])');
    if (frame?.contentDocument) frame.contentDocument.documentElement.className = theme;
  }, [theme]);

  useEffect(() => {
    const fit = ([entry]: readonly ResizeObserverEntry[]) => {
      const room = entry?.contentRect;
      const scale = Math.min(1, (room?.width ?? 0) / widths[width]);
      const { style } = screen.current as HTMLElement;
      style.setProperty('--width', `${widths[width]}px`);
      style.setProperty('--scale', String(scale));
      style.setProperty('--height', `${(room?.height ?? 0) / (scale || 1)}px`);
    };
    const observer = new ResizeObserver(fit);
    if (screen.current) observer.observe(screen.current);
    return () => observer.disconnect();
  }, [width]);

  return (
    <section aria-label="Preview" className="editor-preview">
      <header className="row bar">
        <label className="sr-only" htmlFor="page">
          Page in the preview
        </label>
        <select
          id="page"
          className="field"
          value={shown ?? asked ?? ''}
          onChange={({ target }) => setChoice({ of: field, path: target.value })}
        >
          {asked === undefined ? <option value="">No page shows these words</option> : null}
          {pages.map(({ path, name }) => (
            <option key={path} value={path}>
              {name}
            </option>
          ))}
        </select>
        <Choice of={{ desk: 'Wide', phone: 'Phone' }} chosen={width} choose={setWidth} />
        <Choice of={{ dark: 'Dark', light: 'Light' }} chosen={theme} choose={setTheme} />
      </header>
      <p role="status" className="fault">
        {missing === '' ? '' : `Not in the picture yet. ${missing}`}
      </p>
      <div className="screen" ref={screen} />
    </section>
  );
}

interface ChoiceProps<Name extends string> {
  of: Readonly<Record<Name, string>>;
  chosen: Name;
  choose: (name: Name) => void;
}

function Choice<Name extends string>({ of, chosen, choose }: ChoiceProps<Name>) {
  return (Object.keys(of) as Name[]).map((name) => (
    <button key={name} type="button" className="button" aria-pressed={chosen === name} onClick={() => choose(name)}>
      {of[name]}
    </button>
  ));
}

interface Page {
  /** Undefined where the words cannot be shown yet; then it says why. */
  path: string | undefined;
  missing: string;
}

let frames = 0;

/**
 * Loads a page behind the one that is shown, which gives way once `show` says so: nothing flickers. A frame of its own for each, since a
 * second page in one frame would stand in the browser's history. Returns what calls it off.
 */
function loadFrame(
  screen: HTMLElement,
  address: string,
  fields: Readonly<Record<string, string>>,
  show: (frame: HTMLIFrameElement, page: Page) => boolean,
): () => void {
  const frame = document.createElement('iframe');
  frames += 1;
  frame.name = `preview-${frames}`;
  frame.title = 'Preview';
  frame.sandbox.add('allow-same-origin');
  frame.dataset['waiting'] = '';
  screen.append(frame);
  frame.addEventListener('load', () => {
    if (frame.contentDocument?.URL === 'about:blank') return undefined;
    const page = frame.contentDocument?.documentElement.dataset;
    if (page?.['preview'] === undefined && page?.['missing'] === undefined) return frame.remove();
    const before = screen.querySelector<HTMLIFrameElement>('iframe:not([data-waiting])');
    const isSame = before?.contentDocument?.documentElement.dataset['preview'] === page['preview'];
    const top = isSame ? (before?.contentWindow?.scrollY ?? 0) : 0;
    frame.contentWindow?.scrollTo({ top, behavior: 'instant' });
    if (!show(frame, { path: page['preview'], missing: page['missing'] ?? '' })) return frame.remove();
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

/** The page in its theme, scrolled to a text; and a click tells which text was meant, and leads nowhere. */
function dress(
  frame: HTMLIFrameElement,
  latest: { current: Pick<PreviewProps, 'text' | 'pick'> & { theme: string } },
): void {
  const page = frame.contentDocument;
  const { theme, text } = latest.current;
  if (!page) return;
  page.documentElement.className = theme;
  // What moves when a page opens would move with each key.
  for (const animation of page.getAnimations())
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  const element = text === '' ? undefined : elementShowing(page, text);
  if (element instanceof (page.defaultView as typeof globalThis & Window).HTMLElement) {
    const { top, bottom } = element.getBoundingClientRect();
    const height = frame.clientHeight;
    if (top < 0 || bottom > height) page.defaultView?.scrollBy({ top: top - height / 3, behavior: 'instant' });
    element.style.outline = '2px dashed';
    element.style.outlineOffset = '4px';
  }
  page.onclick = (event) => {
    event.preventDefault();
    latest.current.pick(textsAround(event.target as Element));
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
