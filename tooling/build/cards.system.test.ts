import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import * as content from '../../src/content/release-content.ts';
import { listPages } from '../../src/site/routes.ts';
import { drawSocialCards } from './cards.ts';
import { readColourTokens } from './colour-tokens.ts';

const pages = listPages(content);
const [home, product] = [pages.find(({ id }) => id === 'home'), pages.find(({ layout }) => layout === 'product')];
if (home === undefined || product?.subject.type !== 'Product') throw new Error('There is no home page, or no product');

/** Resolves to the number of pixels of a colour, within the tolerance of a palette. */
async function pixelsOf(role: string, image: Buffer | undefined): Promise<number> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const colour = readColourTokens()(role);
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (wanted.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 6)) count += 1;
  return count;
}

describe('the cards', () => {
  it('are one for each page, as PNG of the size that networks ask for, with its accent', async () => {
    const cards = await drawSocialCards([home, product]);
    expect([...cards.keys()]).toEqual([home.id, product.id]);
    for (const image of cards.values())
      expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const { color } = Object(product.subject).product;
    expect(await pixelsOf(color, cards.get(product.id))).toBeGreaterThan(4000);
    expect(await pixelsOf(color, cards.get(home.id))).toBeLessThan(1000);
  });

  it.each([
    ['a character that the typeface lacks', '漢 and more', 'the typeface has no “漢”'],
    ['a title that does not fit', 'many words '.repeat(40).trim(), 'its title is too long'],
    ['a word that does not fit', 'x'.repeat(60), 'its title is too long'],
  ])('stop the build at a page with %s, with its name and the cause', async (_what, title, cause) => {
    const fault = await drawSocialCards([home, { ...product, title }]).catch(String);
    expect(fault).toContain(`The card of the page ${product.id} cannot be drawn: `);
    expect(fault).toContain(cause);
  });
});
