// Native popovers. Whether one is open the browser itself tells assistive technology, by the `popovertarget` of its button; beside
// that ARIA in HTML forbids `aria-expanded`.

export function openPopover(element: HTMLElement | null): void {
  if (!isShown(element)) element?.showPopover();
}

export function closePopover(element: HTMLElement | null): void {
  if (isShown(element)) element?.hidePopover();
}

export function isShown(element: HTMLElement | null): boolean {
  return element?.matches(':popover-open') ?? false;
}
