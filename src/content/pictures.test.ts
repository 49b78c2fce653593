import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { createAssetStore } from '../database/asset-store.ts';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { listPicturePaths } from './picture-files.ts';
import { extendPictureRetention, storePicture } from './pictures.ts';
import { createRevisionStore } from './revisions.ts';

const day = (number: number) => new Date(Date.UTC(2025, 0, number));

function start() {
  const { database } = openTemporarySqlite();
  const assetStore = createAssetStore({ database });
  const store = (bytes: Buffer) => storePicture(bytes, assetStore, day(1));
  async function storeValid(drawn: Sharp) {
    const result = await store(await drawn.toBuffer());
    if ('problem' in result) throw new Error(result.problem);
    const paths = listPicturePaths(result.picture);
    const bodies = await Promise.all(paths.map(async (path) => (await assetStore.readBodies(path)).get('identity')));
    return { ...result, paths, bodies };
  }
  return { database, assetStore, store, storeValid };
}

const red = { r: 200, g: 40, b: 40, alpha: 1 };
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const draw = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } });
const drawNoise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red, noise } });
const cut = async (drawn: Sharp) => (await drawn.toBuffer()).subarray(0, -9000);

/** Resolves to a PNG that says that it has this size. */
async function createBomb(width: number, height: number, progressive = false): Promise<Buffer> {
  const png = await draw(1, 1).png({ progressive }).toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** Resolves to an AVIF that says that it has this size. */
async function createAvifBomb(width: number, height: number): Promise<Buffer> {
  const avif = await draw(16, 16).avif().toBuffer();
  const size = avif.indexOf('ispe') + 8;
  avif.writeUInt32BE(width, size);
  avif.writeUInt32BE(height, size + 4);
  return avif;
}

/** Resolves to a PNG that says that it has two frames. */
async function createAnimatedPng(): Promise<Buffer> {
  const png = await draw(9, 9).png().toBuffer();
  const chunk = Buffer.from('\0\0\0\u{8}acTL\0\0\0\u{2}\0\0\0\0\0\0\0\0');
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16);
  const start = png.indexOf('IDAT') - 4;
  return Buffer.concat([png.subarray(0, start), chunk, png.subarray(start)]);
}

/** Resolves to an AVIF whose brand says that it is a sequence. */
async function createAnimatedAvif(): Promise<Buffer> {
  const avif = await draw(9, 9).avif().toBuffer();
  avif.write('avis', 8, 'latin1');
  return avif;
}

it.each(['jpeg', 'png', 'webp', 'avif'] as const)('a picture of the type %s is stored in each size', async (type) => {
  const { bodies } = await start().storeValid(draw(1000, 500)[type]());
  const sizes = await Promise.all(bodies.map((body) => sharp(body).metadata()));
  const expected = ['heif 480×240', 'heif 960×480', 'heif 1000×500', 'jpeg 1000×500'];
  expect(sizes.map(({ format, width, height }) => `${format} ${width}×${height}`)).toEqual(expected);
});

it('a picture has up to 40 kB in the sizes of phones, whatever it shows', async () => {
  const { bodies } = await start().storeValid(drawNoise(500, 700).jpeg());
  expect(bodies.slice(0, 2).filter((body) => Number(body?.length) > 40_000)).toEqual([]);
});

it('a picture is turned by its orientation, and keeps neither that nor its place', async () => {
  const exif = { IFD0: { Model: 'Camera' }, IFD3: { GPSLatitude: '51/1 27/1 0/1' } };
  const bluePart = { input: { create: { width: 30, height: 40, channels: 3, background: '#00f' } } } as const;
  const drawn = draw(60, 40).composite([{ ...bluePart, left: 30, top: 0 }]);
  const { picture, bodies } = await start().storeValid(drawn.withExif(exif).withMetadata({ orientation: 6 }).jpeg());
  expect(picture).toMatchObject({ width: 40, height: 60 });
  const lowest = await sharp(bodies[0]).extract({ left: 0, top: 50, width: 40, height: 10 }).stats();
  expect(lowest.dominant.b).toBeGreaterThan(200);
  const metadata = await Promise.all(bodies.map((body) => sharp(body).metadata()));
  expect(metadata.flatMap(({ exif, orientation }) => exif ?? orientation ?? [])).toEqual([]);
});

it.each([
  ['its mean colour', draw(9, 9).png(), [200, 40, 40]],
  ['its colours of Display P3 in sRGB', draw(9, 9).withIccProfile('p3').png(), [200, 40, 40]],
  ['white where it is transparent', draw(9, 9).ensureAlpha(0).png(), [255, 255, 255]],
])('a picture has %s', async (_what, drawn, expected) => {
  const { color } = (await start().storeValid(drawn)).picture;
  const channels = [...Buffer.from(color.slice(1), 'hex')];
  expect(Math.max(...channels.map((channel, index) => Math.abs(channel - Number(expected[index]))))).toBeLessThan(5);
});

const frames = [await draw(9, 9).png().toBuffer(), await drawNoise(9, 9).png().toBuffer()];
it.each<[string, Buffer | Promise<Buffer>, RegExp]>([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /no JPEG/],
  ['a PDF', Buffer.from('%PDF-1.7'), /no JPEG/],
  ['a HEIC named as a JPEG', Buffer.from('\0\0\0\u{18}ftypheic\0\0\0\0mif1heic'), /Most Compatible/],
  ['a HEIC of several pictures', Buffer.from('\0\0\0\u{1C}ftypmif1\0\0\0\0mif1heic'), /Most Compatible/],
  ['an empty file', Buffer.alloc(0), /no JPEG/],
  ['a JPEG without its end', cut(drawNoise(300, 300).jpeg()), /damaged/],
  ['a PNG without its end', cut(drawNoise(300, 300).png()), /damaged/],
  ['a picture of 50,000 × 50,000 pixels', createBomb(50_000, 50_000), /too many pixels/],
  ['a picture too wide for the encoder', createBomb(17_000, 1), /too many pixels/],
  ['an AVIF of 7,000 × 7,000 pixels', createAvifBomb(7000, 7000), /an AVIF may have up to 10 million/],
  ['an interlaced PNG of 31 million pixels', createBomb(6200, 5000, true), /interlaced PNG may have up to 30 million/],
  ['a PNG of 51 million pixels', createBomb(10_200, 5000), /a PNG may have up to 50 million/],
  ['a picture four times as high as wide', createBomb(1600, 6400), /too high/],
  ['an animated PNG', createAnimatedPng(), /animation/],
  ['an animated AVIF', createAnimatedAvif(), /animation/],
  [
    'an animated WebP',
    sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
    /animation/,
  ],
])('%s is refused', async (_what, bytes, problem) => {
  const { store, assetStore } = start();
  expect(await store(await bytes)).toEqual({ problem: expect.stringMatching(problem) });
  expect(await assetStore.listPaths()).toEqual([]);
});

it('of pictures that come at once, those after the fourth are refused, and none later', async () => {
  const { store } = start();
  const bytes = await draw(9, 9).png().toBuffer();
  const results = await Promise.all(Array.from({ length: 6 }, () => store(bytes)));
  expect(results.map((result) => 'problem' in result)).toEqual([false, false, false, false, true, true]);
  expect(await store(bytes)).not.toHaveProperty('problem');
});

it('the same picture again has the same value, and is not encoded again', async () => {
  const { database, storeValid } = start();
  const { picture, paths } = await storeValid(draw(30, 20).png());
  const jpeg = Buffer.from('stored');
  await database.updateTable('assets').set({ body: jpeg }).where('path', '=', `${paths[1]}`).execute();
  expect(await storeValid(draw(30, 20).png())).toMatchObject({ picture, bodies: [expect.anything(), jpeg] });
});

it('a picture stays for 30 days after the last draft or revision with it', async () => {
  const { database, assetStore, storeValid } = start();
  const revisions = createRevisionStore({ database });
  const [published, drafted] = [await storeValid(draw(30, 20).png()), await storeValid(draw(20, 30).png())];
  await storeValid(draw(20, 20).png());
  const by = 'anna@ours.example';
  await revisions.publishRevision({ by, reason: '', files: { 'a.yaml': [published.picture] }, baseRevision: 0 });
  await revisions.saveDraft({ by, file: 'a.yaml', base: null, value: { picture: drafted.picture } });
  await extendPictureRetention(revisions, assetStore, day(20));
  const sweep = async (today: number) => {
    await assetStore.removeUnused(day(today - 7));
    return assetStore.listPaths();
  };
  expect(await sweep(31)).toHaveLength(6);
  expect(await sweep(32)).toHaveLength(4);
  expect(new Set(await sweep(50))).toEqual(new Set([...published.paths, ...drafted.paths]));
  expect(await sweep(51)).toEqual([]);
});
