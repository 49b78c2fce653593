import { showContactFacts } from './behaviours/contact-facts.ts';
import { startIslands } from './behaviours/islands.ts';
import { startMenus, startTooltips } from './behaviours/menus.ts';
import { runOnceNearView } from './behaviours/near-view.ts';
import { startPageChange } from './behaviours/page-change.ts';
import { resumeStoredSession } from './behaviours/stored-session.ts';

// All that pages do by script, besides the theme. Each stands alone: one that fails leaves the others, and the page, as they are.
const ofTheDocument = [startMenus, startTooltips, logUnknownAddress, resumeStoredSession];
const ofEachPage = [startIslands, showContactFacts, startSectors];

for (const start of ofTheDocument) queueMicrotask(start);
queueMicrotask(() =>
  startPageChange((main, left) => {
    for (const show of ofEachPage) queueMicrotask(() => show(main, left));
  }),
);

/** Tells the console which address was asked for in vain. Such a page is always a document of its own. */
function logUnknownAddress(): void {
  if (document.querySelector('[data-not-found]')) console.error('404: no page at', location.pathname);
}

/** The bridge of the sectors comes alive when it nears the view. Until then, and without its script, it stands. */
function startSectors(main: HTMLElement, left: AbortSignal): void {
  const stage = main.querySelector<HTMLElement>('[data-stage]');
  if (!stage) return;
  const rows = [...main.querySelectorAll<HTMLElement>('[data-stage] + ul > li')];
  runOnceNearView(stage, '50%', left, () => {
    import('./sectors/load-controls.ts')
      .then(({ attachLoadControls }) => left.aborted || attachLoadControls(stage, rows, left))
      .catch((fault: unknown) => console.warn('The bridge stands still:', fault));
  });
}
