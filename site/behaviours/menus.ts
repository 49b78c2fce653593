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

  onHoverIntent(frame, restOnMenu, {
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

/** Shows the name of a control: after a rest of the mouse, at once on keyboard focus, until Escape. */
export function startTooltips(): void {
  for (const tooltip of document.querySelectorAll<HTMLElement>('.tooltip')) {
    const frame = tooltip.parentElement;
    if (!frame) continue;
    // The control has that name already: nobody should hear it twice.
    const show = (isShown: boolean) => Object.assign(tooltip, { hidden: !isShown, ariaHidden: isShown || null });

    onHoverIntent(frame, restOnControl, { open: () => show(true), close: () => show(false), grace: 100 });
    frame.addEventListener('focusin', ({ target }) =>
      show(target instanceof Element && target.matches(':focus-visible')),
    );
    frame.addEventListener('focusout', () => show(false));
    // On the document: under a resting mouse the focus is somewhere else (WCAG 1.4.13, dismissible).
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') show(false);
    });
  }
}

/** Milliseconds, the specification's figures: how long a pointer rests before something opens. */
const restOnMenu = 200;
const restOnControl = 700;
/** For how long after closing the next opens at once. */
const skip = 300;

/**
 * Opens on a resting mouse, not on one that passes by. Touch and pen are left to click. Leaving closes after `grace`
 * milliseconds, time enough to cross a gap between a button and its menu. A press decides for itself: what was about to
 * open stays closed, so that a menu which a quick second click closes doesn't come back.
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
