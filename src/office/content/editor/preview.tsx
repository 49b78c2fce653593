import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldPath } from '../../../content/merge-content.ts';
import { ToggleGroup } from './button.tsx';
import { findTextElement, listSurroundingTexts } from './find-texts.ts';

interface PreviewProps {
  file: string;
  value: unknown;
  /** The field focused last, and its text. */
  focusedField: FieldPath;
  focusedText: string;
  /** The file of a picture, if its field was focused last. */
  focusedPicture: string | undefined;
  /** Path of the page that shows the file; undefined if none does. */
  pagePath: string | undefined;
  pages: readonly { value: string; label: string }[];
  /** Called on a click with the texts of the elements around it, innermost first. */
  onTextClick: (texts: readonly string[]) => void;
}

/** Widths of the previewed windows in CSS pixels. */
const widths = { desktop: 1280, phone: 390 };
/** Debounce in milliseconds: with the time to render, a preview follows the last key in less than 300. */
const renderDelay = 120;

/** Renders the page with the typed text, as wide as a phone's or a desktop's window. */
export function Preview({
  file,
  value,
  focusedField,
  focusedText,
  focusedPicture,
  pagePath,
  pages,
  onTextClick,
}: PreviewProps) {
  const [width, setWidth] = useState<keyof typeof widths>(() => (innerWidth < 992 ? 'phone' : 'desktop'));
  const [theme, setTheme] = useState(() => (document.documentElement.className === 'light' ? 'light' : 'dark'));
  const [pageChoice, setPageChoice] = useState<{ of: FieldPath; path: string }>();
  const [shownPath, setShownPath] = useState<string>();
  const [problem, setProblem] = useState('');
  const containerRef = useRef<HTMLDivElement>(null);
  const onTextClickLatest = useEffectEvent(onTextClick);
  const prepareLatestFrame = useEffectEvent((frame: HTMLIFrameElement) =>
    prepareFrame(frame, theme, { text: focusedText, picture: focusedPicture }, onTextClickLatest),
  );
  // Another field resets the choice to its own page.
  const chosenPath = pageChoice?.of === focusedField ? pageChoice.path : undefined;
  const requestedPath = chosenPath ?? pagePath;

  useEffect(() => {
    const container = containerRef.current;
    if (!container) return undefined;
    const startedAt = performance.now();
    let cancel = () => {};
    const timer = setTimeout(() => {
      const of = chosenPath ? {} : { field: JSON.stringify(focusedField) };
      const form = { file, value: JSON.stringify(value), path: requestedPath ?? '', ...of };
      cancel = loadFrame(container, '/content/preview', form, (frame, page) => {
        setProblem(page.problem);
        if (page.path === undefined) return false;
        setShownPath(page.path);
        prepareLatestFrame(frame);
        container.dataset['took'] = String(Math.round(performance.now() - startedAt));
        return true;
      });
    }, renderDelay);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [file, value, focusedField, requestedPath, chosenPath]);

  useEffect(() => {
    const frame = containerRef.current?.querySelector<HTMLIFrameElement>('iframe:not([data-waiting])');
    if (frame?.contentDocument) frame.contentDocument.documentElement.className = theme;
  }, [theme]);

  useEffect(() => {
    const container = containerRef.current;
    if (!container) return undefined;
    const observer = new ResizeObserver(() => {
      const scale = Math.min(1, container.clientWidth / widths[width]);
      container.style.setProperty('--width', `${widths[width]}px`);
      container.style.setProperty('--scale', String(scale));
      container.style.setProperty('--height', `${container.clientHeight / (scale || 1)}px`);
    });
    observer.observe(container);
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
          className="field min-w-0 flex-[1_1_7rem]"
          value={shownPath ?? requestedPath ?? ''}
          onChange={({ target }) => setPageChoice({ of: focusedField, path: target.value })}
        >
          {pages.some(({ value }) => value === (shownPath ?? requestedPath)) ? null : (
            <option value={shownPath ?? requestedPath ?? ''}>No page shows this</option>
          )}
          {pages.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ToggleGroup options={{ desktop: 'Wide', phone: 'Phone' }} selected={width} onSelect={setWidth} />
        <ToggleGroup options={{ dark: 'Dark', light: 'Light' }} selected={theme} onSelect={setTheme} />
      </header>
      <p role="status" className="font-medium text-balloon">
        {problem === '' ? '' : `Not shown yet. ${problem}`}
      </p>
      <div className="relative -mx-4 -mb-4 flex-1 overflow-hidden" ref={containerRef} />
    </>
  );
}

interface LoadedPage {
  /** Undefined if the content cannot be shown yet; `problem` says why. */
  path: string | undefined;
  problem: string;
}

let frameCount = 0;
const frameClass =
  'absolute left-1/2 h-(--height) w-(--width) origin-top border-0 bg-[Canvas] data-waiting:invisible [transform:translateX(-50%)_scale(var(--scale))]';

/**
 * Loads a page in a new frame behind the current one, so that nothing flickers; reusing a frame would add an entry to
 * the browser's history. If `onLoad` returns true, the old frame is removed, else the new one. Returns a function that
 * cancels.
 */
function loadFrame(
  container: HTMLElement,
  url: string,
  fields: Readonly<Record<string, string>>,
  onLoad: (frame: HTMLIFrameElement, page: LoadedPage) => boolean,
): () => void {
  const frame = document.createElement('iframe');
  frameCount += 1;
  Object.assign(frame, { name: `preview-${frameCount}`, title: 'Preview', className: frameClass });
  frame.sandbox.add('allow-same-origin');
  frame.dataset['waiting'] = '';
  container.append(frame);
  frame.addEventListener('load', () => {
    if (frame.contentDocument?.URL === 'about:blank') return undefined;
    const { preview: path, missing: problem = '' } = frame.contentDocument?.documentElement.dataset ?? {};
    // Not the requested page, or an error page of the browser.
    if (path === undefined && problem === '') return frame.remove();
    const before = container.querySelector<HTMLIFrameElement>('iframe:not([data-waiting])');
    const isSame = before?.contentDocument?.documentElement.dataset['preview'] === path;
    frame.contentWindow?.scrollTo({ top: isSame ? (before?.contentWindow?.scrollY ?? 0) : 0, behavior: 'instant' });
    if (!onLoad(frame, { path, problem })) return frame.remove();
    delete frame.dataset['waiting'];
    return before?.remove();
  });
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: url, target: frame.name });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
  return () => 'waiting' in frame.dataset && frame.remove();
}

/** Sets the theme, scrolls to a text or picture and outlines it. A click picks a text instead of following a link. */
function prepareFrame(
  frame: HTMLIFrameElement,
  theme: string,
  shown: { text: string; picture: string | undefined },
  onTextClick: PreviewProps['onTextClick'],
): void {
  const page = frame.contentDocument;
  if (!page) return;
  page.documentElement.className = theme;
  // Skip opening animations: they would restart with each key.
  for (const animation of page.getAnimations())
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  const image = shown.picture === undefined ? null : page.querySelector(`img[src*="${CSS.escape(shown.picture)}"]`);
  const element = shown.text === '' ? image : findTextElement(page, shown.text);
  if (element instanceof (page.defaultView as typeof globalThis & Window).HTMLElement) {
    const { top, bottom } = element.getBoundingClientRect();
    const height = frame.clientHeight;
    if (top < 0 || bottom > height) page.defaultView?.scrollBy({ top: top - height / 3, behavior: 'instant' });
    element.style.outline = '2px dashed';
    element.style.outlineOffset = '4px';
  }
  page.onclick = (event) => {
    event.preventDefault();
    onTextClick(listSurroundingTexts(event.target as Element));
  };
}
