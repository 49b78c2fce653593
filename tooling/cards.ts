import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

import { type CardPage, readCardPage } from './card-page.ts';
import { createCardPress } from './card.ts';
import type { Logo } from './logo.ts';

/**
 * Writes the Open Graph image of each page of the build below `cards`, under the page's path; that of the first page is `home`.
 * Throws at the first that cannot be drawn, with the page and the cause.
 */
export async function writeCards(client: string, logo: Logo): Promise<void> {
  const pages = globSync(`${client}/**/index.html`)
    .sort()
    .map((file) => ({ name: nameOf(relative(client, dirname(file))), file }));
  const read = pages.map(({ name, file }) => ({ name, page: readPage(name, file) }));
  const draw = await createCardPress(
    read.map(({ page }) => page.title),
    logo,
  );
  // All at once: the library keeps its own number of threads.
  await Promise.all(
    read.map(async ({ name, page }) => {
      const card = await draw(page).catch((fault: unknown) => failed(name, fault));
      const target = `${client}/cards/${name}.png`;
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, card);
    }),
  );
}

function nameOf(path: string): string {
  return path.replaceAll('\\', '/') || 'home';
}

function readPage(name: string, file: string): CardPage {
  try {
    return readCardPage(readFileSync(file, 'utf8'));
  } catch (fault) {
    return failed(name, fault);
  }
}

function failed(name: string, cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new Error(`The card of the page ${name} cannot be drawn: ${reason}`, { cause });
}
