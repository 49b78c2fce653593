import sharp from 'sharp';
import { expect, it } from 'vitest';
import { site } from '../../src/content/release-content.ts';
import { iconGenerators } from './icons.ts';
import { readColourTokens } from './colour-tokens.ts';

const tokens = { dark: readColourTokens('dark'), light: readColourTokens('light') };

const draw = async (name: string) => Buffer.from((await iconGenerators[name]?.()) ?? '');

it('the manifest names the company, its colours, and icons of the size that they have', async () => {
  const manifest = JSON.parse((await draw('manifest.webmanifest')).toString()) as {
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  const ground = tokens.dark('ground');
  expect(manifest).toMatchObject({ name: site.name, start_url: '/', background_color: ground, theme_color: ground });
  const kinds = manifest.icons.map(({ sizes, purpose = 'any' }) => `${purpose} ${sizes}`);
  expect(kinds).toEqual(['any any', 'any 192x192', 'maskable 512x512']);
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(await draw(src.slice(1))).metadata();
    expect(['any', `${width}x${height}`]).toContain(sizes);
  }
});

it('the icons of tabs have the colours of both themes, and the sizes that browsers and Windows ask for', async () => {
  const [light = '', dark = ''] = (await draw('favicon.svg')).toString().split('@media(prefers-color-scheme:dark)');
  expect([light, dark]).toEqual([
    expect.stringContaining(tokens.light('cable')),
    expect.stringContaining(tokens.dark('cable')),
  ]);
  const ico = await draw('favicon.ico');
  const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + 16 * index));
  expect(entries).toEqual([16, 32, 48]);
});

it('the touch icon covers its square, and nothing of the mark lies where a system may cut the maskable icon', async () => {
  const touch = sharp(await draw('apple-touch-icon.png'));
  expect([(await touch.metadata()).width, (await touch.stats()).isOpaque]).toEqual([180, true]);
  const raw = sharp(await draw('icon-512.png')).raw();
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  const colourAt = (pixel: number) => data.subarray(pixel * info.channels, pixel * info.channels + 3).toString('hex');
  expect(`#${colourAt(0)}`).toBe(tokens.dark('ground'));
  const farthest = Array.from({ length: 512 * 512 }, (_, pixel) =>
    colourAt(pixel) === colourAt(0) ? 0 : Math.hypot((pixel % 512) - 255.5, Math.floor(pixel / 512) - 255.5),
  ).reduce((one, other) => Math.max(one, other));
  expect(farthest).toBeGreaterThan(150);
  expect(farthest).toBeLessThan(0.4 * 512);
});
