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

/** How many pixels of a card are of this colour, give or take what a palette does to it. */
async function pixelsOf(role: string, own: Partial<Card>): Promise<number> {
  const image = sharp((await drawCards([card(own)])).get('home'));
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const wanted = [1, 3, 5].map((at) => Number.parseInt(tokens(role).slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (wanted.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 6)) count += 1;
  return count;
}

describe('the cards', () => {
  it('are one for each page, the same each time, as PNG of the size that networks ask for', async () => {
    const pages = [card({}), card({ name: 'about', title: 'About' })];
    const cards = await drawCards(pages);
    expect([...cards.keys()]).toEqual(['home', 'about']);
    for (const image of cards.values())
      expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(await drawCards(pages)).toEqual(cards);
  });

  const accent = line({ className: 'stroke-accent' });
  const stops = ['woods', 'brick'].map((name, offset) =>
    element('stop', { 'data-accent': name, className: 'stop', offset, key: name }),
  );
  const gradient = sheet([
    element('linearGradient', { id: 'a', gradientUnits: 'userSpaceOnUse', x1: 200, x2: 440 }, stops),
    line({ stroke: 'url(#a)', vectorEffect: 'non-scaling-stroke' }),
  ]);
  const wide = sheet([lineOf('slate', { viewBox: undefined, x: '10%' })], {
    viewBox: undefined,
    width: '100%',
    height: 220,
  });
  it.each<[what: string, role: string, drawing: ReactElement]>([
    ['the theme’s colour', 'harbour', lineOf('harbour')],
    ['the accent around it', 'slate', sheet([accent])],
    ['an accent inside it', 'meadow', sheet([element('g', { 'data-accent': 'meadow' }, accent)])],
    ['a gradient from one accent', 'woods', gradient],
    ['a gradient to another', 'brick', gradient],
    ['paper that fills its place', 'brick', lineOf('brick', { preserveAspectRatio: 'xMidYMid slice' })],
    ['a panorama', 'balloon', lineOf('balloon', { viewBox: '0 0 640 200', className: 'overflow-visible' })],
    ['paper as wide as its place', 'slate', wide],
  ])('show the page’s drawing: %s', async (_what, role, drawing) =>
    expect(await pixelsOf(role, { drawing, accent: 'slate' })).toBeGreaterThan(2000),
  );

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
