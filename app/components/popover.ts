import { type RefObject, useEffect, useState } from 'react';

/**
 * The state of a native popover. `isOpen` is undefined until scripts run: before that the browser itself tells assistive
 * technology whether the popover of a `popovertarget` button is open, and a rendered value could be wrong.
 */
export function usePopover(popover: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState<boolean>();
  useEffect(() => {
    const element = popover.current;
    if (!element) return;
    const read = () => setIsOpen(isShown(element));
    read();
    element.addEventListener('toggle', read);
    return () => element.removeEventListener('toggle', read);
  }, [popover]);

  return {
    isOpen,
    open() {
      if (!isShown(popover.current)) popover.current?.showPopover();
    },
    close() {
      if (isShown(popover.current)) popover.current?.hidePopover();
    },
  };
}

/** Whether a popover is open at this moment, also where the state has not been rendered yet. */
export function isShown(element: HTMLElement | null): boolean {
  return element?.matches(':popover-open') ?? false;
}
