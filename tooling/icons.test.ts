import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { LogoMark } from '../app/components/logo-mark.tsx';
import { site } from '../content/site.ts';
import { temporaryDirectory } from '../server/testing/site-under-test.ts';
import { writeIcons } from './icons.ts';
import { readLogo } from './logo.ts';
import { readTokens } from './tokens.ts';

const logo = readLogo(renderToStaticMarkup(createElement(LogoMark)));
const tokens = { dark: readTokens('dark'), light: readTokens('light') };

interface Manifest {
  icons: { src: string; type: string; sizes: string; purpose?: string }[];
  [name: string]: unknown;
}

async function icons() {
  const client = temporaryDirectory();
  await writeIcons(client, logo);
  const read = (name: string) => readFileSync(join(client, name));
  return { read, manifest: JSON.parse(read('manifest.webmanifest').toString()) as Manifest };
}

it('the manifest names the company, its colours, and icons of the size that they have', async () => {
  const { read, manifest } = await icons();
  const ground = tokens.dark('ground');
  expect(manifest).toMatchObject({ name: site.name, start_url: '/', background_color: ground, theme_color: ground });
  const kinds = await Promise.all(
    manifest.icons.map(async ({ src, type, sizes, purpose = 'any' }) => {
      const { format, width, height } = await sharp(read(src)).metadata();
      expect(['any', `${width}x${height}`]).toContain(sizes);
      expect(type.replace('+xml', '')).toBe(`image/${format}`);
      return `${purpose} ${sizes}`;
    }),
  );
  expect(kinds).toEqual(['any any', 'any 192x192', 'maskable 512x512']);
});

it('the vector icon has the colours of both themes, chosen by the system', async () => {
  const { read } = await icons();
  const [light = '', dark = ''] = read('favicon.svg').toString().split('@media(prefers-color-scheme:dark)');
  for (const role of ['text', 'lamp']) {
    expect(light).toContain(tokens.light(role));
    expect(dark).toContain(tokens.dark(role));
  }
});

it('favicon.ico has what browsers and Windows ask for, and the touch icon covers its square', async () => {
  const { read } = await icons();
  const ico = read('favicon.ico');
  const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + 16 * index));
  expect(entries).toEqual([16, 32, 48]);
  const touch = sharp(read('apple-touch-icon.png'));
  expect(await touch.metadata()).toMatchObject({ width: 180, height: 180 });
  expect((await touch.stats()).isOpaque).toBe(true);
});

it('nothing of the mark lies where a system may cut the maskable icon', async () => {
  const { read } = await icons();
  const { data, info } = await sharp(read('icon-512.png')).raw().toBuffer({ resolveWithObject: true });
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

it('there are no icons without a mark in the header', () => {
  expect(() => readLogo('<header><svg viewBox="0 0 24 24"></svg></header>')).toThrow('has no logo mark');
});
