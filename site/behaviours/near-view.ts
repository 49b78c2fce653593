/**
 * Acts once, when an element is less than `margin` (as in CSS) away from the part of the page that is in view. Not at all
 * where the page is left before.
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
