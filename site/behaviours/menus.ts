import { menuDelays, onHoverIntent } from './hover-intent.ts';

/** What the native popovers of the header do not do by themselves. */
export function startMenus(): void {
  const sheet = document.querySelector<HTMLElement>('#services-menu');
  const opener = document.querySelector<HTMLElement>('[popovertarget="services-menu"]');
  const frame = sheet?.parentElement;
  if (sheet && opener && frame) startServicesMenu(sheet, opener, frame);

  // Also where the link leads to the page that is shown, and where the browser keeps the page for the way back.
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('header a')) closeMenus();
  });
}

/** Closes every menu that is open. */
export function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>(':popover-open')) menu.hidePopover();
}

function startServicesMenu(sheet: HTMLElement, opener: HTMLElement, frame: HTMLElement): void {
  let openedByHover = false;
  const isShown = () => sheet.matches(':popover-open');
  const close = () => {
    if (isShown()) sheet.hidePopover();
  };

  onHoverIntent(frame, menuDelays, {
    open() {
      // In the menu of a small screen the sheet would open over what the mouse points at.
      if (opener.closest(':popover-open')) return;
      openedByHover = !isShown();
      if (openedByHover) sheet.showPopover();
    },
    close() {
      if (openedByHover) close();
    },
    grace: 300,
  });
  // A click on the button of a menu that the pointer has just opened means "open it", not "close it again".
  opener.addEventListener('click', (event) => {
    if (openedByHover && isShown()) event.preventDefault();
    openedByHover = false;
  });
  frame.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !frame.contains(relatedTarget)) close();
  });
  // The browser itself does this only for a popover that stands in no other, as this one does on a small screen.
  sheet.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'closed' && sheet.contains(document.activeElement)) opener.focus();
  });
}
