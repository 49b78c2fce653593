/** Milliseconds for which the first screen stands alone. */
const firstScreenPeriod = 500;
/** Milliseconds between two blocks: a frame for each, and one for the visitor. */
const blockInterval = 30;

/** Lays out what is below the first screen (src/site/styles/base.css), a block in each idle period. */
export function layOutBelowFirstScreen(main: HTMLElement, signal: AbortSignal): void {
  const blocks = main.querySelectorAll<HTMLElement>(':is(.poster, .home-hero) ~ :is(section, div.wrap)').values();
  // Not every Safari that is in use has idle callbacks.
  const waitUntilIdle = 'requestIdleCallback' in window ? requestIdleCallback : queueMicrotask;
  const layOutNext = () => {
    const { value: block } = blocks.next();
    if (!block || signal.aborted) return;
    // By the element: without the mark at the root the browser would compute the styles of the whole page again.
    block.style.contentVisibility = 'visible';
    scheduleNext(blockInterval);
  };
  const scheduleNext = (delay: number) => setTimeout(() => waitUntilIdle(layOutNext), delay);
  scheduleNext(firstScreenPeriod);
}
