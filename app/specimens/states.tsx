import type { ReactNode } from 'react';

/** What only a pointer or a keyboard brings about, as the names of the pseudo-classes that hold meanwhile. */
export const states = { rest: '', hover: 'hover', focus: 'focus-visible', pressed: 'hover active' } as const;

/** Shows the first control inside it in a state, for good. */
export function InState({ state, children }: { state: string; children: ReactNode }) {
  const hold = (place: HTMLElement | null) =>
    place?.querySelector('a, button, input, textarea')?.setAttribute('data-state', state);
  return (
    <span ref={hold} className="contents">
      {children}
    </span>
  );
}

/**
 * Makes every rule of the site for such a state hold for `InState` as well, the same rule at the same place, so that what is
 * shown is what a visitor gets. Styles that arrive later are included. Returns how to stop.
 */
export function holdStates(): () => void {
  const holdAll = () => [...document.styleSheets].forEach(holdIn);
  holdAll();
  // The load of a stylesheet does not bubble.
  document.addEventListener('load', holdAll, true);
  return () => document.removeEventListener('load', holdAll, true);
}

function holdIn(rules: CSSStyleSheet | CSSRule): void {
  if (rules instanceof CSSStyleRule && /:(?:hover|active|focus-visible)\b/.test(rules.selectorText)) {
    const held = rules.selectorText.replaceAll(/:(hover|active|focus-visible)\b/g, '[data-state~=$1]');
    if (!rules.selectorText.includes('[data-state')) rules.selectorText += `, ${held}`;
  }
  if (rules instanceof CSSImportRule && rules.styleSheet) holdIn(rules.styleSheet);
  if ('cssRules' in rules) [...rules.cssRules].forEach(holdIn);
}
