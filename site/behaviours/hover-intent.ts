/** Milliseconds: how long a pointer rests before something opens, and for how long after closing the next opens at once. */
export interface HoverDelays {
  open: number;
  skip: number;
}

/** The specification's figures. */
export const menuDelays: HoverDelays = { open: 200, skip: 300 };
export const tooltipDelays: HoverDelays = { open: 700, skip: 300 };

/**
 * Opens on a resting mouse, not on one that passes by. Touch and pen are left to click. Leaving closes after `grace`
 * milliseconds, time enough to cross a gap between a button and its menu. A press decides for itself: what was about to
 * open stays closed, so that a menu which a quick second click closes doesn't come back.
 */
export function onHoverIntent(
  element: HTMLElement,
  delays: HoverDelays,
  actions: { open: () => void; close: () => void; grace: number },
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closedAt = -Infinity;

  element.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType !== 'mouse') return;
    clearTimeout(timer);
    const recentlyClosed = performance.now() - closedAt < delays.skip;
    timer = setTimeout(actions.open, recentlyClosed ? 0 : delays.open);
  });
  element.addEventListener('pointerdown', () => clearTimeout(timer));
  element.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType !== 'mouse') return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      closedAt = performance.now();
      actions.close();
    }, actions.grace);
  });
}
