import { onHoverIntent, tooltipDelays } from './hover-intent.ts';

/** Shows the name of a control: after a rest of the mouse, at once on keyboard focus, until Escape. */
export function startTooltips(): void {
  for (const tooltip of document.querySelectorAll<HTMLElement>('.tooltip')) {
    const frame = tooltip.parentElement;
    if (!frame) continue;
    const show = (isShown: boolean) => tooltip.toggleAttribute('data-shown', isShown);

    onHoverIntent(frame, tooltipDelays, { open: () => show(true), close: () => show(false), grace: 100 });
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
