/** Adds to the header popovers what they lack natively: opening on hover, closing on navigation, focus return. */
export function startMenus(): void {
  const menu = document.querySelector<HTMLElement>('#services-menu');
  const opener = document.querySelector<HTMLElement>('[popovertarget="services-menu"]');
  const container = menu?.parentElement;
  if (menu && opener && container) startServicesMenu(menu, opener, container);

  // Also for a link to the current page, and for a page in the back/forward cache.
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('header a')) closeMenus();
  });
}

/** Closes every menu that is open. */
export function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>(':popover-open')) menu.hidePopover();
}

function startServicesMenu(menu: HTMLElement, opener: HTMLElement, container: HTMLElement): void {
  let openedByHover = false;
  const isShown = () => menu.matches(':popover-open');
  const close = () => {
    if (isShown()) menu.hidePopover();
  };

  onHoverIntent(container, menuHoverDelay, {
    open() {
      // In the menu of a small screen the sheet would cover the item under the pointer.
      if (opener.closest(':popover-open')) return;
      openedByHover = !isShown();
      if (openedByHover) menu.showPopover();
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
  container.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !container.contains(relatedTarget)) close();
  });
  // The browser does this only for a popover outside any other; on a small screen this one is nested.
  menu.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'closed' && menu.contains(document.activeElement)) opener.focus();
  });
}

/** Shows the tooltip of a control: after a hover delay, at once on keyboard focus, until Escape. */
export function startTooltips(): void {
  for (const tooltip of document.querySelectorAll<HTMLElement>('.tooltip')) {
    const container = tooltip.parentElement;
    if (!container) continue;
    // Hidden from screen readers: the control has the same accessible name.
    const show = (isShown: boolean) => Object.assign(tooltip, { hidden: !isShown, ariaHidden: isShown || null });

    onHoverIntent(container, tooltipHoverDelay, { open: () => show(true), close: () => show(false), grace: 100 });
    container.addEventListener('focusin', ({ target }) =>
      show(target instanceof Element && target.matches(':focus-visible')),
    );
    container.addEventListener('focusout', () => show(false));
    // On the document: while hovering the focus is elsewhere (WCAG 1.4.13, dismissible).
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') show(false);
    });
  }
}

/** Hover delays before opening, in milliseconds, by the specification. */
const menuHoverDelay = 200;
const tooltipHoverDelay = 700;
/** Period after closing in which the next one opens at once, in milliseconds. */
const reopenPeriod = 300;

/**
 * Opens when the mouse rests for `delay` milliseconds. Ignores touch and pen, which click. Leaving closes after `grace`
 * milliseconds, enough to cross the gap between a button and its menu. A press cancels a pending opening, so that a
 * menu closed by a quick second click does not reopen.
 */
function onHoverIntent(
  element: HTMLElement,
  delay: number,
  actions: { open: () => void; close: () => void; grace: number },
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closedAt = -Infinity;

  element.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType !== 'mouse') return;
    clearTimeout(timer);
    const recentlyClosed = performance.now() - closedAt < reopenPeriod;
    timer = setTimeout(actions.open, recentlyClosed ? 0 : delay);
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
