import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createAssetStore } from '../database/asset-store.ts';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { createContentRepository } from './content-repository.ts';
import { listPicturePaths } from './picture-files.ts';
import { renewNamedPictures, storePicture } from './pictures.ts';
import { releaseFiles } from './release-files.ts';
import { createRevisionStore } from './revisions.ts';

const now = new Date('2025-01-01T12:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * 24 * 60 * 60_000);

function start() {
  const { database } = openTemporarySqlite();
  const assetStore = createAssetStore(database);
  const store = (bytes: Buffer, at = now) => storePicture(bytes, assetStore, at);
  async function storeValid(bytes: Buffer, at = now) {
    const result = await store(bytes, at);
    if ('problem' in result) throw new Error(result.problem);
    return result.picture;
  }
  const readFile = async (path = '') => (await assetStore.readBodies(path)).get('identity') ?? Buffer.alloc(0);
  return { database, assetStore, store, storeValid, readFile };
}

const color = { r: 200, g: 40, b: 40 };
const draw = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: color } });
const drawNoise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: color, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });

const frames = [await draw(9, 9).png().toBuffer(), await drawNoise(9, 9).png().toBuffer()];

/** Returns a PNG of black pixels, which are never in memory. */
function createPng(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.alloc(2 ** 20));
  const chunks = Object.entries({ IHDR: header, IDAT: pixels, IEND: Buffer.alloc(0) }).map(([name, data]) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  });
  return Buffer.concat([Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'), ...chunks]);
}

describe('an uploaded picture', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('of the type %s is stored in each size', async (type) => {
    const { storeValid, readFile } = start();
    const picture = await storeValid(await draw(1000, 500)[type]().toBuffer());
    expect(picture).toMatchObject({
      width: 1000,
      height: 500,
      focus: [50, 50],
      alt: '',
      decorative: false,
      credit: '',
    });
    const sizes = [];
    for (const path of listPicturePaths(picture)) {
      const { format, width, height } = await sharp(await readFile(path)).metadata();
      sizes.push([format, width, height]);
    }
    expect(sizes).toEqual([
      ['heif', 480, 240],
      ['heif', 960, 480],
      ['heif', 1000, 500],
      ['jpeg', 1000, 500],
    ]);
  });

  it('has no more than 40 kB in the sizes of phones, however it is drawn', async () => {
    const { storeValid, readFile } = start();
    const paths = listPicturePaths(await storeValid(await drawNoise(500, 700).jpeg().toBuffer()));
    const lengths = [await readFile(paths[0]), await readFile(paths[1])].map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(40_000);
  });

  it('is turned by its orientation, and keeps neither that nor its place', async () => {
    const { storeValid, readFile } = start();
    const gps = { GPSLatitude: '51/1 27/1 0/1', GPSLatitudeRef: 'N' };
    const bytes = await draw(60, 40)
      .withExif({ IFD0: { Model: 'Camera' }, IFD3: gps })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
    const picture = await storeValid(bytes);
    expect(picture).toMatchObject({ width: 40, height: 60 });
    for (const path of listPicturePaths(picture)) {
      const metadata = await sharp(await readFile(path)).metadata();
      expect(metadata).toMatchObject({ width: 40, height: 60 });
      expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc, metadata.orientation]).toEqual(
        Array(5).fill(undefined),
      );
    }
  });

  it.each([
    ['has its mean colour', draw(50, 50).png()],
    ['with the profile Display P3 is converted to sRGB', draw(50, 50).withIccProfile('p3').png()],
    [
      'that is transparent lies on white',
      sharp(Buffer.alloc(4 * 4 * 4), { raw: { width: 4, height: 4, channels: 4 } }).png(),
    ],
  ])('%s', async (name, drawn) => {
    const { color } = await start().storeValid(await drawn.toBuffer());
    const expected = name.includes('white') ? [255, 255, 255] : [200, 40, 40];
    const differences = [...Buffer.from(color.slice(1), 'hex')].map((value, index) => value - Number(expected[index]));
    expect(differences.every((difference) => Math.abs(difference) < 5)).toBe(true);
  });

  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /no JPEG/],
    ['a PDF', () => Buffer.from('%PDF-1.7'), /no JPEG/],
    ['a GIF', () => draw(9, 9).gif().toBuffer(), /no JPEG/],
    ['an empty file', () => Buffer.alloc(0), /no JPEG/],
    [
      'a JPEG without its end',
      async () => (await drawNoise(300, 300).jpeg().toBuffer()).subarray(0, -20_000),
      /damaged/,
    ],
    ['a PNG without its end', async () => (await drawNoise(300, 300).png().toBuffer()).subarray(0, -20_000), /damaged/],
    ['a WebP without its end', async () => (await drawNoise(300, 300).webp().toBuffer()).subarray(0, -9000), /damaged/],
    [
      'an AVIF without its end',
      async () => (await drawNoise(300, 300).avif({ effort: 0 }).toBuffer()).subarray(0, -9000),
      /damaged/,
    ],
    ['a header alone', () => Buffer.from([0xff, 0xd8, 0xff]), /damaged/],
    ['50,000 × 50,000 pixels', () => createPng(50_000, 50_000), /too many pixels/],
    ['a long line', () => createPng(17_000, 1), /too many pixels/],
    [
      'an animated WebP',
      () =>
        sharp(frames, { join: { animated: true } })
          .webp()
          .toBuffer(),
      /animation/,
    ],
  ])('that is %s is refused', async (_what, create, problem) => {
    const { store, assetStore } = start();
    expect(await store(await create())).toEqual({ problem: expect.stringMatching(problem) });
    expect(await assetStore.listPaths()).toEqual([]);
  });
});

it('the same picture again has the same value, and its stored files stay', async () => {
  const { database, storeValid, readFile } = start();
  const bytes = await draw(30, 20).png().toBuffer();
  const picture = await storeValid(bytes);
  const jpeg = `${listPicturePaths(picture).at(-1)}`;
  await database
    .updateTable('assets')
    .set({ body: Buffer.from('stored') })
    .where('path', '=', jpeg)
    .execute();
  expect(await storeValid(bytes)).toEqual(picture);
  expect(String(await readFile(jpeg))).toBe('stored');
});

it('a picture stays for 30 days after the last draft or revision with it', async () => {
  const { database, assetStore, storeValid } = start();
  const revisionStore = createRevisionStore(database, { now: () => now });
  const contentRepository = createContentRepository({ revisionStore, releaseFiles, checkRendering: async () => null });
  const published = await storeValid(await draw(30, 20).png().toBuffer());
  const drafted = await storeValid(await draw(20, 30).png().toBuffer());
  await storeValid(await draw(20, 20).png().toBuffer());
  const withPicture = (picture: unknown) => ({ ...(releaseFiles['about.yaml'] as object), picture });
  const revision = { by: 'anna@ours.example', reason: 'x', baseRevision: 0 };
  await revisionStore.publishRevision({
    ...revision,
    files: { ...releaseFiles, 'about.yaml': withPicture(published) },
  });
  const draft = { file: 'about.yaml', by: 'anna@ours.example', base: null };
  await revisionStore.saveDraft({ ...draft, value: withPicture(drafted) });
  await renewNamedPictures({ revisionStore, contentRepository }, assetStore, days(20));
  const listPaths = async () => (await assetStore.listPaths()).sort();
  const named = [published, drafted].flatMap(listPicturePaths).sort();
  await assetStore.removeUnused(days(30 - 7));
  expect(await listPaths()).toHaveLength(6);
  await assetStore.removeUnused(days(31 - 7));
  expect(await listPaths()).toEqual(named);
  await assetStore.removeUnused(days(51 - 7));
  expect(await listPaths()).toEqual([]);
});
