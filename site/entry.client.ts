import { showContactFacts } from './behaviours/contact-facts.ts';
import { startIslands } from './behaviours/islands.ts';
import { startMenus, startTooltips } from './behaviours/menus.ts';
import { runOnceNearView } from './behaviours/near-view.ts';
import { startPageChange } from './behaviours/page-change.ts';
import { resumeStoredSession } from './behaviours/stored-session.ts';

// All scripts of the pages besides the theme. Each is isolated: a failure affects neither the others nor the page.
const ofTheDocument = [startMenus, startTooltips, logUnknownAddress, resumeStoredSession];
const ofEachPage = [startIslands, showContactFacts, startSectors];

for (const start of ofTheDocument) queueMicrotask(start);
queueMicrotask(() =>
  startPageChange((main, left) => {
    for (const show of ofEachPage) queueMicrotask(() => show(main, left));
  }),
);

/** Logs an unknown path to the console. A 404 page always comes by a full page load. */
function logUnknownAddress(): void {
  if (document.querySelector('[data-not-found]')) console.error('404: no page at', location.pathname);
}

/** Starts the bridge of the sectors when it nears the viewport. Until then, and without its script, it is static. */
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
