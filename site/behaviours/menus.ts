/** Adds to the header popovers what they lack natively: opening on hover, closing on navigation, focus return. */
export function startMenus(): void {
  const sheet = document.querySelector<HTMLElement>('#services-menu');
  const opener = document.querySelector<HTMLElement>('[popovertarget="services-menu"]');
  const frame = sheet?.parentElement;
  if (sheet && opener && frame) startServicesMenu(sheet, opener, frame);

  // Also for a link to the current page, and for a page in the back/forward cache.
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

  onHoverIntent(frame, restOnMenu, {
    open() {
      // In the menu of a small screen the sheet would cover the item under the pointer.
      if (opener.closest(':popover-open')) return;
      openedByHover = !isShown();
      if (openedByHover) sheet.showPopover();
    },
    close() {
      if (openedByHover) close();
    },
    grace: 300,
  });
  // A click on the button right after opening by hover means "open", not "close again".
  opener.addEventListener('click', (event) => {
    if (openedByHover && isShown()) event.preventDefault();
    openedByHover = false;
  });
  frame.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !frame.contains(relatedTarget)) close();
  });
  // The browser does this only for a popover outside any other; on a small screen this one is nested.
  sheet.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'closed' && sheet.contains(document.activeElement)) opener.focus();
  });
}

/** Shows the tooltip of a control: after a hover delay, at once on keyboard focus, until Escape. */
export function startTooltips(): void {
  for (const tooltip of document.querySelectorAll<HTMLElement>('.tooltip')) {
    const frame = tooltip.parentElement;
    if (!frame) continue;
    // Hidden from screen readers: the control has the same accessible name.
    const show = (isShown: boolean) => Object.assign(tooltip, { hidden: !isShown, ariaHidden: isShown || null });

    onHoverIntent(frame, restOnControl, { open: () => show(true), close: () => show(false), grace: 100 });
    frame.addEventListener('focusin', ({ target }) =>
      show(target instanceof Element && target.matches(':focus-visible')),
    );
    frame.addEventListener('focusout', () => show(false));
    // On the document: while hovering the focus is elsewhere (WCAG 1.4.13, dismissible).
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') show(false);
    });
  }
}

/** Hover delays before opening, in milliseconds, by the specification. */
const restOnMenu = 200;
const restOnControl = 700;
/** Period after closing in which the next one opens at once, in milliseconds. */
const skip = 300;

/**
 * Opens when the mouse rests for `rest` milliseconds. Ignores touch and pen, which click. Leaving closes after `grace`
 * milliseconds, enough to cross the gap between a button and its menu. A press cancels a pending opening, so that a
 * menu closed by a quick second click does not reopen.
 */
function onHoverIntent(
  element: HTMLElement,
  rest: number,
  actions: { open: () => void; close: () => void; grace: number },
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closedAt = -Infinity;

  element.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType !== 'mouse') return;
    clearTimeout(timer);
    const recentlyClosed = performance.now() - closedAt < skip;
    timer = setTimeout(actions.open, recentlyClosed ? 0 : rest);
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
