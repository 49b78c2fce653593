/** Calls `callback` once the element is within `margin` (as in CSS) of the viewport, but not after `signal` aborts. */
export function runOnceNearView(element: Element, margin: string, signal: AbortSignal, callback: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      callback();
    },
    { rootMargin: margin },
  );
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
}
