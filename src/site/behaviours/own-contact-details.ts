import { keepAddressPartsTogether, formatPhoneUrl } from '../../content/contact-details.ts';
import { writeSessionEntry, readSessionEntry } from './session-entries.ts';
import { runOnceNearView } from './near-view.ts';

/** Lifetime of the fetched facts, in milliseconds. */
export const contactDetailsLifetimeMs = 5 * 60 * 1000;
const retries = 3;
/** Key in session storage. */
export const contactDetailsStorageKey = 'contact-facts';

let isFetching = false;

/**
 * Updates the contact details in the HTML from the server's response, which is cached for five minutes across pages.
 * Fetches it when the footer nears the viewport, or at once on a page about the contact details.
 */
export function refreshOwnContactDetails(main: HTMLElement, signal: AbortSignal): void {
  const { at, answer } = Object(readSessionEntry(contactDetailsStorageKey));
  if (answer && Date.now() - at < contactDetailsLifetimeMs) return replaceFacts(answer);
  const footer = document.querySelector('.site-footer');
  if (main.querySelector('[data-fact]')) void fetchAndShowFacts();
  else if (footer) runOnceNearView(footer, '50%', signal, () => void fetchAndShowFacts());
}

async function fetchAndShowFacts(): Promise<void> {
  if (isFetching) return;
  isFetching = true;
  try {
    const response = await retry(fetchOwnContactDetails);
    writeSessionEntry(contactDetailsStorageKey, { at: Date.now(), answer: response });
    replaceFacts(response);
  } catch (error) {
    console.warn('Contact details:', error instanceof Error ? error.message : error);
  } finally {
    isFetching = false;
  }
}

function replaceFacts(response: Record<string, unknown>): void {
  const facts = parseOwnContactDetails(response);
  for (const element of document.querySelectorAll<HTMLElement>('[data-fact]')) {
    const { text, link } = facts[element.dataset['fact'] as keyof ContactDetailTexts];
    if (text && element.textContent !== text) element.textContent = text;
    if (link) element.setAttribute('href', link);
  }
}

type ContactDetailTexts = Record<
  'email' | 'phone' | 'address' | 'linkedin',
  Record<'text' | 'link', string | undefined>
>;

/** Returns the valid facts of a response, by the `data-fact` of their elements. Omits missing or malformed ones. */
export function parseOwnContactDetails(response: Record<string, unknown>): ContactDetailTexts {
  const email = parseText(response['email']);
  const phone = parseText(response['phone']);
  const postalAddress = parseText(response['address']);
  const { linkedin } = { ...(response['socialMedia'] as { linkedin?: unknown } | undefined) };
  return {
    email: { text: email, link: email && `mailto:${email}` },
    phone: { text: phone, link: phone && formatPhoneUrl(phone) },
    address: { text: postalAddress && keepAddressPartsTogether(postalAddress), link: undefined },
    linkedin: { text: undefined, link: parseWebUrl(linkedin) },
  };
}

function parseText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function parseWebUrl(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined;
}

async function fetchOwnContactDetails(): Promise<Record<string, unknown>> {
  const response = await fetch('/api/content/contact');
  if (!response.ok) throw new Error(`the server answered ${response.status}; the details of the page stay`);
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null)
    throw new Error('the response is not an object; the details of the page stay');
  return { ...body };
}

async function retry<Result>(action: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      if (attempt === retries) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt));
  }
}
