import sharp from 'sharp';
import { expect, it } from 'vitest';
import { site } from '../../content/words.ts';
import { icons } from './icons.ts';
import { readTokens } from './tokens.ts';

const tokens = { dark: readTokens('dark'), light: readTokens('light') };

interface Manifest {
  icons: { src: string; type: string; sizes: string; purpose?: string }[];
  [name: string]: unknown;
}

const draw = async (name: string) => Buffer.from((await icons[name]?.()) ?? '');

it('the manifest names the company, its colours, and icons of the size that they have', async () => {
  const manifest = JSON.parse((await draw('manifest.webmanifest')).toString()) as Manifest;
  const ground = tokens.dark('ground');
  expect(manifest).toMatchObject({ name: site.name, start_url: '/', background_color: ground, theme_color: ground });
  const kinds = await Promise.all(
    manifest.icons.map(async ({ src, type, sizes, purpose = 'any' }) => {
      const { format, width, height } = await sharp(await draw(src.slice(1))).metadata();
      expect(['any', `${width}x${height}`]).toContain(sizes);
      expect(type.replace('+xml', '')).toBe(`image/${format}`);
      return `${purpose} ${sizes}`;
    }),
  );
  expect(kinds).toEqual(['any any', 'any 192x192', 'maskable 512x512']);
});

it('the vector icon has the colours of both themes, chosen by the system', async () => {
  const [light = '', dark = ''] = (await draw('favicon.svg')).toString().split('@media(prefers-color-scheme:dark)');
  for (const role of ['text', 'cable']) {
    expect(light).toContain(tokens.light(role));
    expect(dark).toContain(tokens.dark(role));
  }
});

it('favicon.ico has what browsers and Windows ask for, and the touch icon covers its square', async () => {
  const ico = await draw('favicon.ico');
  const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + 16 * index));
  expect(entries).toEqual([16, 32, 48]);
  const touch = sharp(await draw('apple-touch-icon.png'));
  expect(await touch.metadata()).toMatchObject({ width: 180, height: 180 });
  expect((await touch.stats()).isOpaque).toBe(true);
});

it('nothing of the mark lies where a system may cut the maskable icon', async () => {
  const { data, info } = await sharp(await draw('icon-512.png'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colourAt = (pixel: number) => data.subarray(pixel * info.channels, pixel * info.channels + 3).toString('hex');
  const ground = colourAt(0);
  expect(`#${ground}`).toBe(tokens.dark('ground'));
  const farthest = Math.max(
    ...Array.from({ length: 512 * 512 }, (_, pixel) => pixel)
      .filter((pixel) => colourAt(pixel) !== ground)
      .map((pixel) => Math.hypot((pixel % 512) - 255.5, Math.floor(pixel / 512) - 255.5)),
  );
  expect(farthest).toBeGreaterThan(150);
  expect(farthest).toBeLessThan(0.4 * 512);
});

it('the towers and the deck of the smallest icon fill whole pixels', async () => {
  const svg = (await draw('favicon.svg')).toString().replace(/<style>.*<\/style>|<path class="cable".*?\/>/g, '');
  const { data } = await sharp(Buffer.from(svg.replace('<path', '<path stroke="#000"')), { density: 36 })
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data).toHaveLength(16 * 16);
  expect(new Set(data)).toEqual(new Set([0, 255]));
});
