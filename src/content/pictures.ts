import { createHash } from 'node:crypto';
import type { Metadata } from 'sharp';
import type { AssetStore } from '../database/asset-store.ts';
import {
  computePictureRetentionTime,
  listPictures,
  listPictureFiles,
  listPicturePaths,
  type PictureFile,
  type PictureFileInfo,
} from './picture-files.ts';
import { isUnreadableRevisionError, type RevisionStore } from './revisions.ts';
import type { Picture } from './schema/picture.ts';

/** Pixels of a side: the AVIF encoder takes 16,384. */
const maxSide = 16_000;
/** Pixels of a stored size: 313 MB in the AVIF encoder, measured with noise. */
const maxStoredPixels = 6_000_000;
/**
 * How many million pixels of a format are decoded within 350 MB. The bytes for each were measured with sharp 0.35 and turned
 * pictures: 31 of an AVIF (12 bits, transparent), 11 of an interlaced PNG (16 bits, transparent), 7 of a progressive JPEG, 4 of a WebP
 * (lossless, transparent), 4 of another PNG.
 */
const pixelLimits: Readonly<Record<string, readonly [name: string, millions: number]>> = {
  heif: ['an AVIF', 10],
  interlaced: ['an interlaced PNG', 30],
  jpeg: ['a JPEG', 50],
  png: ['a PNG', 50],
  webp: ['a WebP', 50],
};
/** Beginnings of JPEG, PNG, WebP and AVIF. No other file reaches a decoder. */
const pictureBeginning = /^(?:\u{FF}\u{D8}\u{FF}|\u{89}PNG\r\n|RIFF.{4}WEBP|.{4}ftypavi[fs])/su;
/** Beginnings of HEIC, by the brands of the file and those with which it is compatible. */
const heicBeginning = /^.{4}ftyp(?:hei[cxms]|hev[cx]|m[is]f1.*hei)/su;
const heic = {
  problem:
    'This is a HEIC picture, as iPhones take them. Share it as a JPEG, or choose Settings › Camera › Formats › Most Compatible and take it again.',
};
const damage = { problem: 'The picture is damaged, or a part of it is missing. Choose another file.' };
const animation = { problem: 'This is an animation. Choose a picture that does not move.' };

/** Result of an upload. `problem`: a sentence that says why the file is refused. */
export type PictureUploadResult = { picture: Picture } | { problem: string };

let lastJob: Promise<unknown> = Promise.resolve();
let jobCount = 0;
/** Maximum number of pictures in memory that wait or are processed. */
const maxJobs = 4;

/**
 * Checks an uploaded picture, and stores its files unless they are stored. Processes one picture at a time, since its
 * pixels fill memory. Rejects while the database is unavailable.
 */
export function storePicture(bytes: Buffer, store: AssetStore, now: Date): Promise<PictureUploadResult> {
  if (jobCount >= maxJobs)
    return Promise.resolve({ problem: 'Too many pictures are being sent at the moment. Wait a minute.' });
  jobCount += 1;
  const job = lastJob.then(() => checkAndStore(bytes, store, now)).finally(() => (jobCount -= 1));
  lastJob = job.catch(() => {});
  return job;
}

async function checkAndStore(bytes: Buffer, store: AssetStore, now: Date): Promise<PictureUploadResult> {
  const beginning = bytes.toString('latin1', 0, 64);
  if (heicBeginning.test(beginning)) return heic;
  if (!pictureBeginning.test(beginning))
    return { problem: 'This is no JPEG, PNG, WebP or AVIF picture. Choose another file.' };
  if (beginning.includes('ftypavis')) return animation;
  // Loaded with the first picture: it takes 20 MB of memory.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const header = sharp(bytes, { limitInputPixels: false });
  const metadata = await header.metadata().catch(() => null);
  if (metadata === null) return damage;
  // The library reads only the first frame of an animated PNG, which has `acTL` before its pixels.
  const isAnimatedPng = metadata.format === 'png' && bytes.subarray(0, bytes.indexOf('IDAT')).includes('acTL');
  if (isAnimatedPng || (metadata.pages ?? 1) > 1) return animation;
  const { width, height } = metadata.autoOrient;
  const problem = findSizeProblem(metadata);
  if (problem !== undefined) return { problem };
  const file = createHash('sha256').update(bytes).digest('hex').slice(0, 24);
  const picture = { file, width, height, focus: [50, 50], alt: '', decorative: false, credit: '' };
  const [paths, keptAt] = [listPicturePaths(picture), computePictureRetentionTime(now)];
  if ((await store.renew(paths, keptAt)) < paths.length) {
    const files = await encodeFiles(sharp, bytes, picture).catch(() => null);
    if (files === null) return damage;
    for (const { path, body } of files) await store.save({ path, encoding: 'identity', body }, keptAt);
  }
  const smallestBodies = await store.readBodies(paths[0] ?? '');
  const meanColor = await sharp(smallestBodies.get('identity')).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  return { picture: { ...picture, color: `#${meanColor.toString('hex')}` } };
}

/** Returns why a picture would take more than 350 MB of memory; undefined if it does not. */
function findSizeProblem({ autoOrient: { width, height }, format, isProgressive }: Metadata): string | undefined {
  const [name, millions] = pixelLimits[format === 'png' && isProgressive ? 'interlaced' : format] ?? ['a picture', 10];
  if (width * height > millions * 1e6 || Math.max(width, height) > maxSide)
    return `The picture has too many pixels: ${name} may have up to ${millions} million, and up to 16,000 a side.`;
  const stored = listPictureFiles({ file: '', width, height }).avif.at(-1);
  const isTooHigh = stored !== undefined && stored.width * stored.height > maxStoredPixels;
  return isTooHigh ? 'The picture is too high for its width: up to twice the width always fits.' : undefined;
}

/** Returns null for the error of a revision that cannot be read. Throws any other. */
function ignoreUnreadable(error: unknown): null {
  if (isUnreadableRevisionError(error)) return null;
  throw error;
}

/** Encodes the files of a picture. Rejects if its pixels cannot be decoded. */
async function encodeFiles(sharp: typeof import('sharp').default, bytes: Buffer, picture: PictureFileInfo) {
  const { avif, jpeg } = listPictureFiles(picture);
  const toSize = ({ width, height }: PictureFile) => ({ width, height, fit: 'fill' }) as const;
  // Decoded once: pixels have neither metadata nor an orientation.
  const { data, info: raw } = await sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .autoOrient()
    .resize(toSize(avif.at(-1) ?? jpeg))
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const resize = (size: PictureFile) => sharp(data, { raw }).resize(toSize(size));
  const files = [{ path: jpeg.path, body: await resize(jpeg).jpeg({ quality: 80, mozjpeg: true }).toBuffer() }];
  for (const size of avif) {
    const maxBytes = size.width > 960 ? 120_000 : 40_000;
    let body = Buffer.alloc(0);
    for (const quality of [55, 40, 25, 12, 1]) {
      // Effort 4 takes ten times as long for a tenth less.
      body = await resize(size).avif({ quality, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer();
      if (body.length <= maxBytes) break;
    }
    files.push({ path: size.path, body });
  }
  return files;
}

/** Extends the retention of the pictures of all drafts and readable revisions by a month. Reads one revision at a time. */
export async function extendPictureRetention(revisions: RevisionStore, store: AssetStore, now: Date): Promise<void> {
  const pictures = listPictures(await revisions.listDrafts());
  for (const { number } of await revisions.listRevisions())
    pictures.push(...listPictures(await revisions.readRevision(number).catch(ignoreUnreadable)));
  for (const paths of new Set(pictures.map((picture) => listPicturePaths(picture).join())))
    await store.renew(paths.split(','), computePictureRetentionTime(now));
}
