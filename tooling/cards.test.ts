import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { LogoMark } from '../app/components/logo-mark.tsx';
import { site } from '../content/site.ts';
import { temporaryDirectory } from '../server/testing/site-under-test.ts';
import { writeCards } from './cards.ts';
import { readLogo } from './logo.ts';
import { readTokens } from './tokens.ts';

const logo = readLogo(renderToStaticMarkup(createElement(LogoMark)));
const tokens = readTokens('dark');
const line = (attributes: string) => `<path d="M60 200H580" stroke-width="20" ${attributes}></path>`;
const sheet = (content: string, attributes = 'viewBox="0 0 640 400"') =>
  `<svg ${attributes} fill="none">${content}</svg>`;

async function draw(pages: Record<string, string>): Promise<string> {
  const client = temporaryDirectory();
  for (const [path, main] of Object.entries(pages)) {
    const file = join(client, path, 'index.html');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `<main>${main}</main>`);
  }
  await writeCards(client, logo);
  return join(client, 'cards');
}

/** How many pixels of the only card are of this colour, give or take what a palette does to it. */
async function pixelsOf(main: string, role: string): Promise<number> {
  const { data, info } = await sharp(join(await draw({ '': main }), 'home.png'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const wanted = [1, 3, 5].map((at) => Number.parseInt(tokens(role).slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    if (wanted.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 6)) count += 1;
  }
  return count;
}

describe('the cards', () => {
  it('are one for each page, under its path, as PNG of the size that networks ask for', async () => {
    const cards = await draw({
      '': '<h1>Home</h1>',
      about: '<h1>About</h1>',
      'services/sap': `<h1>SAP</h1>${sheet('')}`,
    });
    const files = readdirSync(cards, { recursive: true }).map(String);
    expect(files.sort()).toEqual(['about.png', 'home.png', 'services', join('services', 'sap.png')]);
    for (const file of files.filter((name) => name.endsWith('.png'))) {
      const { format, width, height } = await sharp(join(cards, file)).metadata();
      expect([file, format, width, height]).toEqual([file, 'png', 1200, 630]);
    }
  });

  it('are the same each time, and others for another title', async () => {
    const [first, again, other] = await Promise.all(
      ['About', 'About', 'Abroad'].map(async (title) =>
        readFileSync(join(await draw({ '': `<h1>${title}</h1>` }), 'home.png')),
      ),
    );
    expect(first?.equals(again ?? Buffer.of())).toBe(true);
    expect(first?.equals(other ?? Buffer.of())).toBe(false);
  });

  it.each([
    ['the theme’s colour', sheet(line('class="stroke-harbour"')), 'harbour'],
    ['the accent around it', `<div data-accent="woods">${sheet(line('class="stroke-accent"'))}`, 'woods'],
    ['an accent inside it', sheet(`<g data-accent="meadow">${line('class="stroke-accent"')}</g>`), 'meadow'],
    [
      'a line that keeps its weight',
      sheet(line('class="stroke-heather" vector-effect="non-scaling-stroke"')),
      'heather',
    ],
    [
      'paper that fills its place',
      sheet(line('class="stroke-brick"'), 'viewBox="0 0 640 400" preserveAspectRatio="xMidYMid slice"'),
      'brick',
    ],
    ['a panorama', sheet(line('class="stroke-balloon"'), 'viewBox="0 0 640 200" class="overflow-visible"'), 'balloon'],
    [
      'paper as wide as its place',
      sheet(`<svg x="10%">${line('class="stroke-slate"')}</svg>`, 'width="100%" height="220"'),
      'slate',
    ],
  ])('show the page’s drawing: %s', async (_what, drawing, role) => {
    expect(await pixelsOf(`<h1>A title</h1>${drawing}`, role)).toBeGreaterThan(2000);
  });

  it('show a gradient between two accents', async () => {
    const stops =
      '<stop data-accent="woods" class="stop"></stop><stop data-accent="brick" class="stop" offset="1"></stop>';
    const gradient = `<linearGradient id="a" gradientUnits="userSpaceOnUse" x1="200" x2="440">${stops}</linearGradient>`;
    const drawing = sheet(gradient + line('stroke="url(#a)" vector-effect="non-scaling-stroke"'));
    for (const role of ['woods', 'brick'])
      expect(await pixelsOf(`<h1>A</h1>${drawing}`, role), role).toBeGreaterThan(2000);
  });

  it('show the mark where a page has no drawing', async () => {
    const empty = await pixelsOf(`<h1>A title</h1>${sheet('')}`, 'lamp');
    expect(await pixelsOf('<h1>A title</h1>', 'lamp')).toBeGreaterThan(empty + 1000);
  });

  it.each([
    ['without a heading', '<p>Nothing</p>', 'the page has no h1 inside main'],
    ['with a character that the typeface lacks', '<h1>漢 and more</h1>', 'the typeface has no “漢”'],
    ['with a title that does not fit', `<h1>${site.name.repeat(20)}</h1>`, 'its title is too long'],
    [
      'with an unknown colour',
      `<h1>A</h1>${sheet(line('class="stroke-teal"'))}`,
      'no colour --teal for the dark theme',
    ],
  ])('stop the build at a page %s, with its name and the cause', async (_what, main, cause) => {
    const drawn = draw({ '': '<h1>Home</h1>', 'services/sap': main });
    await expect(drawn).rejects.toThrow('The card of the page services/sap cannot be drawn: ');
    await expect(drawn).rejects.toThrow(cause);
  });
});
