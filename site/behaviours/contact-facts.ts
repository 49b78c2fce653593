import { holdAddress, formatPhoneLink } from '../../content/contact-facts.ts';
import { keep, readKept } from './kept.ts';
import { runOnceNearView } from './near-view.ts';

export const fiveMinutes = 5 * 60 * 1000;
const retries = 3;
export const entry = 'contact-facts';

let asking = false;

/**
 * Updates the contact details in the HTML from the server's response, which is cached for five minutes across pages.
 * Fetches it when the footer nears the viewport, or at once on a page about the contact details.
 */
export function showContactFacts(main: HTMLElement, left: AbortSignal): void {
  const { at, answer } = Object(readKept(entry));
  if (answer && Date.now() - at < fiveMinutes) return show(answer);
  const footer = document.querySelector('.site-footer');
  if (main.querySelector('[data-fact]')) void refresh();
  else if (footer) runOnceNearView(footer, '50%', left, () => void refresh());
}

async function refresh(): Promise<void> {
  if (asking) return;
  asking = true;
  try {
    const answer = await withRetries(ask);
    keep(entry, { at: Date.now(), answer });
    show(answer);
  } catch (fault) {
    console.warn('Contact details:', fault instanceof Error ? fault.message : fault);
  } finally {
    asking = false;
  }
}

function show(answer: Record<string, unknown>): void {
  const facts = readContactFacts(answer);
  for (const element of document.querySelectorAll<HTMLElement>('[data-fact]')) {
    const { text, link } = facts[element.dataset['fact'] as keyof typeof facts];
    if (text && element.textContent !== text) element.textContent = text;
    if (link) element.setAttribute('href', link);
  }
}

/** Returns the valid facts of a response, by the `data-fact` of their elements. Omits missing or malformed ones. */
export function readContactFacts(answer: Record<string, unknown>) {
  const email = readText(answer['email']);
  const phone = readText(answer['phone']);
  const address = readText(answer['address']);
  const { linkedin } = { ...(answer['socialMedia'] as { linkedin?: unknown } | undefined) };
  return {
    email: { text: email, link: email && `mailto:${email}` },
    phone: { text: phone, link: phone && formatPhoneLink(phone) },
    address: { text: address && holdAddress(address), link: undefined },
    linkedin: { text: undefined, link: readWebAddress(linkedin) },
  };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function readWebAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined;
}

async function ask(): Promise<Record<string, unknown>> {
  const response = await fetch('/api/content/contact');
  if (!response.ok) throw new Error(`the server answered ${response.status}; the built-in ones are shown`);
  const answer: unknown = await response.json();
  if (typeof answer !== 'object' || answer === null)
    throw new Error('the answer is no record; the built-in ones are shown');
  return { ...answer };
}

async function withRetries<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await act();
    } catch (fault) {
      if (attempt === retries) throw fault;
    }
    await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt));
  }
}
