import { createElement as element, type ReactElement } from 'react';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { site } from '../../content/words.ts';
import { type Card, drawCards } from './cards.ts';
import { readTokens } from './tokens.ts';

const tokens = readTokens('dark');
const line = (attributes: object) => element('path', { d: 'M60 200H580', strokeWidth: 20, ...attributes });
const sheet = (content: ReactElement[], attributes: object = {}) =>
  element('svg', { fill: 'none', viewBox: '0 0 640 400', ...attributes }, ...content);
const lineOf = (role: string, attributes: object = {}) => sheet([line({ className: `stroke-${role}` })], attributes);

const card = (own: Partial<Card>): Card => ({ name: 'home', title: 'A title', accent: 'lamp', ...own });
const drawn = async (own: Partial<Card>) => sharp((await drawCards([card(own)])).get('home'));

/** How many pixels of a card are of this colour, give or take what a palette does to it. */
async function pixelsOf(role: string, own: Partial<Card>): Promise<number> {
  const { data, info } = await (await drawn(own)).raw().toBuffer({ resolveWithObject: true });
  const wanted = [1, 3, 5].map((at) => Number.parseInt(tokens(role).slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    if (wanted.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 6)) count += 1;
  }
  return count;
}

describe('the cards', () => {
  it('are one for each page, the same each time, as PNG of the size that networks ask for', async () => {
    const pages = [card({}), card({ name: 'about', title: 'About' }), card({ name: 'services/sap', title: 'SAP' })];
    const cards = await drawCards(pages);
    expect([...cards.keys()]).toEqual(['home', 'about', 'services/sap']);
    for (const image of cards.values())
      expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(new Set([...cards.values()].map((image) => image.toString('base64'))).size).toBe(3);
    expect(await drawCards(pages)).toEqual(cards);
  });

  const accent = line({ className: 'stroke-accent' });
  const unscaled = { vectorEffect: 'non-scaling-stroke' };
  const stop = (name: string, offset: number) =>
    element('stop', { 'data-accent': name, className: 'stop', offset, key: name });
  const stops = [stop('woods', 0), stop('brick', 1)];
  const gradient = sheet([
    element('linearGradient', { id: 'a', gradientUnits: 'userSpaceOnUse', x1: 200, x2: 440 }, stops),
    line({ stroke: 'url(#a)', ...unscaled }),
  ]);
  it.each<[what: string, role: string, drawing: ReactElement]>([
    ['the theme’s colour', 'harbour', lineOf('harbour')],
    ['the accent around it', 'slate', sheet([accent])],
    ['an accent inside it', 'meadow', sheet([element('g', { 'data-accent': 'meadow' }, accent)])],
    ['a gradient from one accent', 'woods', gradient],
    ['a gradient to another', 'brick', gradient],
    ['a line that keeps its weight', 'heather', sheet([line({ className: 'stroke-heather', ...unscaled })])],
    ['paper that fills its place', 'brick', lineOf('brick', { preserveAspectRatio: 'xMidYMid slice' })],
    ['a panorama', 'balloon', lineOf('balloon', { viewBox: '0 0 640 200', className: 'overflow-visible' })],
    [
      'paper as wide as its place',
      'slate',
      sheet([lineOf('slate', { viewBox: undefined, x: '10%' })], { viewBox: undefined, width: '100%', height: 220 }),
    ],
  ])('show the page’s drawing: %s', async (_what, role, drawing) =>
    expect(await pixelsOf(role, { drawing, accent: 'slate' })).toBeGreaterThan(2000),
  );

  it('bear the mark and the name at one place, whatever the title and the drawing', async () => {
    const place = { left: 56, top: 56, width: 400, height: 99 };
    const signatureOf = async (own: Partial<Card>) =>
      (await drawn(own)).extract(place).greyscale().threshold(64).raw().toBuffer();
    const first = await signatureOf({ drawing: sheet([accent]) });
    expect(new Set(first)).toEqual(new Set([0, 255]));
    const strip = sheet([accent], { viewBox: '0 0 1600 200' });
    const long = { drawing: sheet([accent]), title: 'A title that needs a column of lines' };
    for (const own of [{ drawing: strip }, long]) {
      const pixels = await signatureOf(own);
      // The palette of each card rounds a few of the letters' edges the other way.
      const different = first.filter((value, index) => value !== pixels[index]);
      expect(different.length).toBeLessThan(first.length / 100);
    }
  });

  it('show the mark where a page has no drawing', async () =>
    expect(await pixelsOf('lamp', {})).toBeGreaterThan((await pixelsOf('lamp', { drawing: sheet([]) })) + 1000));

  it.each<[what: string, own: Partial<Card>, cause: string]>([
    ['a character that the typeface lacks', { title: '漢 and more' }, 'the typeface has no “漢”'],
    ['a title that does not fit', { title: site.name.repeat(20) }, 'its title is too long'],
    ['an unknown colour', { drawing: lineOf('teal') }, 'no colour --teal for the dark theme'],
  ])('stop the build at a page with %s, with its name and the cause', async (_what, own, cause) => {
    const fault = await drawCards([card({}), card({ name: 'services/sap', ...own })]).catch(String);
    expect(fault).toContain('The card of the page services/sap cannot be drawn: ');
    expect(fault).toContain(cause);
  });
});
