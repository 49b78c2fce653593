interface ContentModule {
  file: string;
  exports: Record<string, unknown>;
}

/** Lengths that search engines show whole; the site's name is added to titles. */
const seoLengths = { title: [10, 55], description: [70, 160] } as const;

/** What a line must not end within. Where one may, a space that holds (\u00A0) belongs, or another word. */
const tearable = [/WCAG \d[\d.]*/, /\d\.\d AA\b/, /\S+ C#/, /\blog-in\b/i];

/** How many days ahead a date may be until which something holds: time to see it coming, and a year as RFC 9116 advises. */
const daysToExpiry = [31, 365] as const;
const day = 24 * 60 * 60 * 1000;

/**
 * What is wrong in the content, one line each, with the file and the field: what is empty, what repeats that must be
 * unique, what leads to an address that the site does not have, what a line may tear, what is about to expire.
 */
export function findContentFaults(
  modules: readonly ContentModule[],
  addresses: ReadonlySet<string>,
  now = new Date(),
): string[] {
  const faults: string[] = [];
  const seen = new WeakSet<object>();
  const uses = new Map<string, string>();

  for (const { file, exports } of modules) {
    for (const [name, value] of Object.entries(exports)) visit(value, name, `${file}: ${name}`);
  }
  return faults;

  function visit(value: unknown, key: string, place: string): void {
    if (typeof value === 'string') return visitText(value, key, place);
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value) && value.length === 0) faults.push(`${place} is empty`);
    if (key === 'seo') visitSeo(value, place);
    for (const [field, inner] of Object.entries(value)) {
      visit(inner, field, Array.isArray(value) ? `${place}[${field}]` : `${place}.${field}`);
    }
  }

  function visitText(text: string, key: string, place: string): void {
    if (text.trim() === '') faults.push(`${place} is empty`);
    else if (text !== text.trim()) faults.push(`${place} begins or ends with white space`);
    for (const pair of tearable.flatMap((pattern) => pattern.exec(text)?.[0] ?? []))
      faults.push(`${place} may tear “${pair}” between two lines: write \\u00A0 in it, or another word`);
    if (['to', 'link', 'href'].includes(key) && text.startsWith('/') && !addresses.has(text)) {
      faults.push(`${place} leads to ${text}, which is no page of the site`);
    }
    if (key === 'expires') visitExpiry(text, place);
    if (key === 'slug') {
      if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text))
        faults.push(`${place} is "${text}": use lower-case letters, digits and single hyphens`);
      mustBeUnique(`slug ${text}`, place);
    }
  }

  function visitExpiry(text: string, place: string): void {
    const [soonest, latest] = daysToExpiry;
    const days = Math.floor((Date.parse(text) - now.getTime()) / day);
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) || Number.isNaN(days))
      faults.push(`${place} is "${text}": write a time in UTC, like 2027-11-15T00:00:00Z`);
    else if (days < soonest || days > latest)
      faults.push(`${place} is ${text}, ${days} days from now: choose ${soonest} to ${latest} days`);
  }

  function visitSeo(seo: object, place: string): void {
    for (const [field, [shortest, longest]] of Object.entries(seoLengths)) {
      const text: unknown = Reflect.get(seo, field);
      if (typeof text !== 'string') {
        faults.push(`${place}.${field} is missing`);
        continue;
      }
      if (text.length < shortest || text.length > longest) {
        faults.push(
          `${place}.${field} has ${text.length} characters: ${shortest} to ${longest} are shown whole by search engines`,
        );
      }
      mustBeUnique(`${field} ${text}`, `${place}.${field}`);
    }
    const keywords: unknown = Reflect.get(seo, 'keywords');
    if (!Array.isArray(keywords) || keywords.length < 3) faults.push(`${place}.keywords needs three or more`);
    else mustBeUnique(`keywords ${keywords.join()}`, `${place}.keywords`);
  }

  function mustBeUnique(use: string, place: string): void {
    const first = uses.get(use);
    if (first) faults.push(`${place} repeats ${first}`);
    else uses.set(use, place);
  }
}
