import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';
import type { virtual as screenReader } from '@guidepup/virtual-screen-reader';

const address = '/virtual-screen-reader.js';
const path = fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js'));

/**
 * What a screen reader says of the page, phrase by phrase from its beginning to its end. A virtual one: it works out names,
 * roles and states by the W3C's rules. How a real one words them, and what it leaves out, it does not know.
 */
export async function readAloud(page: Page): Promise<string[]> {
  // As if it came with the site: the page's policy lets in no other script.
  await page.route(`**${address}`, (route) => route.fulfill({ path, contentType: 'text/javascript' }));
  const phrases = await page.evaluate(async (from) => {
    const { virtual } = (await import(from)) as { virtual: typeof screenReader };
    await virtual.start({ container: document.body });
    while ((await virtual.lastSpokenPhrase()) !== 'end of document') await virtual.next();
    const spoken = await virtual.spokenPhraseLog();
    await virtual.stop();
    return spoken;
  }, address);
  // How long a list is matters to a listener, but not to what is said in which order.
  return phrases.filter((phrase) => !/^(?:end of )?list(?:item)?\b/.test(phrase));
}

/** What is said from one phrase to another, both included. */
export function between(spoken: readonly string[], first: string, last: string): string[] {
  return spoken.slice(spoken.indexOf(first), spoken.indexOf(last) + 1);
}
