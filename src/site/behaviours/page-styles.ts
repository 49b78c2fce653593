/** Scope names of adopted styles, by their text. The styles of the first page need none. */
const adoptedStyles = new Map([[readStyles(document), '']]);

/**
 * Adopts the inline styles of a fetched page, once. On arrival, so that the page change itself has no style sheets to
 * add. They are scoped to the page's own `main`, where they win over the first page's: neither the current page nor
 * their order matters. Header and footer keep the styles of the first page.
 */
export function adoptStyles(page: Document): void {
  const styles = readStyles(page);
  if (adoptedStyles.has(styles)) return;
  const name = `${adoptedStyles.size}`;
  adoptedStyles.set(styles, name);
  // After this mark: rules that cannot stand inside @scope, see src/server/stylesheet.ts.
  const [rules, others] = styles.split('/**/');
  const sheet = new CSSStyleSheet();
  // `body>div` is for elements that an island adds outside `main`, such as the notifications.
  sheet.replaceSync(`@scope(main[data-styles="${name}"],body>div){${rules}}${others}`);
  document.adoptedStyleSheets.push(sheet);
}

/** Returns the value of `data-styles` by which the adopted styles of a page apply to its `main`. */
export function getStyleScope(page: Document): string {
  return adoptedStyles.get(readStyles(page)) ?? '';
}

function readStyles(page: Document): string {
  return page.querySelector('head > style')?.textContent ?? '';
}
