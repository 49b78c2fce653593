import { type ContactFacts, holdPostcode, phoneLink, postalAddress } from '../../content/contact-facts.ts';
import { controls, site } from '../../content/words.ts';
import type { ContactOverrides } from '../../enquiries/contact-settings.ts';
import { escapeHtml } from '../../enquiries/mail.ts';

/** Puts the facts that hold now in the place of the built-in ones, in texts as the build writes them. */
export interface FactsInText {
  plain(text: string): string;
  /** What a visitor has typed into a form of the page stays, and so does what is run. */
  html(page: string): string;
}

/** The contact facts as the site shows them: the built-in ones, each replaced by its override. */
export function contactRecord({ linkedin, ...overrides }: ContactOverrides): ContactFacts {
  const { socialMedia, ...facts } = site.contact;
  return { ...facts, ...overrides, socialMedia: { linkedin: linkedin ?? socialMedia.linkedin } };
}

/** Undefined where the built-in facts hold. */
export function factsInText(contact: ContactFacts, retentionDays: number): FactsInText | undefined {
  const shown = formsOf(contact, retentionDays);
  const changes = formsOf(site.contact, site.enquiryRetentionDays)
    .map((builtIn, form) => ({ builtIn, shown: shown[form] ?? '' }))
    .filter(({ builtIn, shown }) => builtIn !== shown)
    // One may begin as another does.
    .sort((a, b) => b.builtIn.length - a.builtIn.length);
  if (changes.length === 0) return undefined;

  const anyOf = (patternOf: (text: string) => string) =>
    // Not as a part of a longer address or number.
    `(?<![\\w.@-])(?:${changes.map(({ builtIn }) => `(${patternOf(builtIn)})`).join('|')})(?!\\w|[.@/-]\\w)`;
  const shownFor = (groups: readonly unknown[]) => changes[groups.findIndex((group) => group !== undefined)]?.shown;

  const inPlainText = new RegExp(anyOf(pattern), 'g');
  const plain = (text: string): string =>
    text.replaceAll(inPlainText, (found, ...groups: unknown[]) => shownFor(groups) ?? found);

  const inHtml = new RegExp([...keptInHtml(), anyOf(patternInHtml)].join('|'), 'gs');
  const html = (page: string): string =>
    page.replaceAll(inHtml, (found: string, element: string | undefined, ...groups: unknown[]) => {
      if (element !== undefined) return found.startsWith('<script type="application/') ? inJson(found) : found;
      const text = shownFor(groups);
      return text === undefined ? found : escapeHtml(text);
    });

  function inJson(element: string): string {
    const [start, end] = [element.indexOf('>') + 1, element.lastIndexOf('<')];
    const data = JSON.stringify(inData(JSON.parse(element.slice(start, end)))).replaceAll('<', String.raw`\u003c`);
    return element.slice(0, start) + data + element.slice(end);
  }

  function inData(value: unknown): unknown {
    if (typeof value === 'string') return plain(value);
    if (Array.isArray(value)) return value.map(inData);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        // The company's, which has parts of its own; and what a visitor has typed.
        if (name === 'address') return [name, postalAddress(contact.address)];
        return [name, name === 'values' ? inner : inData(inner)];
      }),
    );
  }

  return { plain, html };
}

/** Each form in which the site writes a fact, always in this order. */
function formsOf({ email, phone, address, socialMedia }: ContactFacts, retentionDays: number): string[] {
  return [
    email,
    phone,
    phoneLink(phone),
    holdPostcode(address),
    address,
    socialMedia.linkedin,
    // As content/read-content.ts holds it together: any other number of days has a plain space.
    `${retentionDays}\u00A0days`,
  ];
}

function pattern(text: string): string {
  return text.replaceAll(/[^\w\s]/g, String.raw`\$&`);
}

/** Elements that are run or hold data or words of a visitor, whose name is the first group; fields; the registered office. */
function keptInHtml(): string[] {
  const { registeredOffice } = site.company;
  const kept = [String.raw`<(script|style|textarea)\b.*?</\1>`, ' value="[^"]*"'];
  if (registeredOffice !== '')
    kept.push(patternInHtml(controls.registeredOffice.replace('{address}', registeredOffice)));
  return kept;
}

/** A text in HTML, whether React has written it or the build has read and written it again. */
function patternInHtml(text: string): string {
  return Array.from(text, (character) => escapedInHtml[character] ?? pattern(character)).join('');
}

const escapedInHtml: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '(?:<|&lt;)',
  '>': '(?:>|&gt;)',
  '"': '(?:"|&quot;)',
  "'": "(?:'|&#x27;)",
  '\u00A0': '(?:\u00A0|&nbsp;)',
};
