import { refreshOwnContactDetails } from './behaviours/own-contact-details.ts';
import { startIslands } from './behaviours/islands.ts';
import { layOutBelowFirstScreen } from './behaviours/lay-out-below-first-screen.ts';
import { startMenus, startTooltips } from './behaviours/menus.ts';
import { runOnceNearView } from './behaviours/near-view.ts';
import { startClientNavigation } from './behaviours/client-navigation.ts';
import { reportPageView, reportPresses } from './behaviours/page-views.ts';
import { startAuthClientIfSignedIn } from './behaviours/auth-session.ts';

// All scripts of the pages besides the theme. Each is isolated: a failure affects neither the others nor the page.
const documentBehaviours = [startMenus, startTooltips, reportPresses, logUnknownPath, startAuthClientIfSignedIn];
const pageBehaviours = [
  layOutBelowFirstScreen,
  reportPageView,
  startIslands,
  refreshOwnContactDetails,
  startSectorBridge,
  startCountSwitch,
];

for (const start of documentBehaviours) queueMicrotask(start);
queueMicrotask(() =>
  startClientNavigation((main, signal) => {
    for (const show of pageBehaviours) queueMicrotask(() => show(main, signal));
  }),
);

/** Logs an unknown path to the console. A 404 page always comes by a full page load. */
function logUnknownPath(): void {
  if (document.querySelector('[data-not-found]')) console.error('404: no page at', location.pathname);
}

/** Starts the bridge of the sectors when it nears the viewport. Until then, and without its script, it is static. */
function startSectorBridge(main: HTMLElement, signal: AbortSignal): void {
  const stage = main.querySelector<HTMLElement>('[data-stage]');
  if (!stage) return;
  const rows = [...main.querySelectorAll<HTMLElement>('[data-stage] + ul > li')];
  runOnceNearView(stage, '50%', signal, () => {
    import('./sectors/sector-controls.ts')
      .then(({ attachSectorLoadControls }) => signal.aborted || attachSectorLoadControls(stage, rows, signal))
      .catch((error: unknown) => console.warn('The bridge stands still:', error));
  });
}

/** Starts the switch by which visitors object to being counted, on the page that has it. */
function startCountSwitch(main: HTMLElement, signal: AbortSignal): void {
  const element = main.querySelector<HTMLElement>('[data-count-switch]');
  if (!element) return;
  import('./behaviours/count-switch.ts')
    .then(({ attachCountSwitch }) => attachCountSwitch(element, signal))
    .catch((error: unknown) => console.warn('The switch against counting is missing:', error));
}
