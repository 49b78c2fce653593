/**
 * Calls `act` once, when the element is within `margin` (as in CSS) of the viewport. Never calls it after the visitor
 * has left the page.
 */
export function runOnceNearView(element: Element, margin: string, left: AbortSignal, act: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: margin },
  );
  observer.observe(element);
  left.addEventListener('abort', () => observer.disconnect());
}
