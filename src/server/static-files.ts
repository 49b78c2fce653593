import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Encodings of a file, the smallest first, the plain one last. */
export const encodings = ['br', 'gzip', 'identity'] as const;
/** Content encoding of a response. */
export type Encoding = (typeof encodings)[number];

const createEncoders = (level: number, brotliQuality: number) => ({
  identity: async (text: Buffer<ArrayBuffer>) => text,
  gzip: (text: Buffer<ArrayBuffer>) => promisify(gzip)(text, { level }),
  br: (text: Buffer<ArrayBuffer>) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
});

/** Maximum compression. */
const encodeSmallest = createEncoders(9, constants.BROTLI_MAX_QUALITY);
/** Faster compression: a thirtieth of the time, and an eighth larger. */
const encodeFast = createEncoders(6, 5);
/** Fast compression for a single response. */
export const encodeForOneResponse = createEncoders(4, 4);

/** URL path of the files with hashed names. */
export const assetsPath = '/assets/';

/** One file in memory, ready to be sent in each encoding that the build made. */
export interface StaticFile {
  /** Purpose of the file, which decides its cache headers. */
  kind: 'page' | 'not found' | 'asset' | 'picture' | 'other';
  mediaType: string;
  variants: ReadonlyMap<Encoding, EncodedBody>;
  /** True if compressed at the maximum level. */
  isFullyCompressed: boolean;
}

interface EncodedBody {
  body: Buffer<ArrayBuffer>;
  etag: string;
}

/** Media types by file extension. */
export const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Bodies by encoding. */
type BodiesByEncoding = ReadonlyMap<string, Buffer<ArrayBuffer>>;

/** Texts compressed by the build, by hash. */
export type PrecompressedBodies = ReadonlyMap<string, BodiesByEncoding>;

/** Reads the bodies that the build compressed, by hash of the text and encoding. */
export function readBodiesByHash(directory: string): PrecompressedBodies {
  const precompressed = new Map<string, Map<string, Buffer<ArrayBuffer>>>();
  for (const file of readdirSync(directory)) {
    const [hash = '', encoding = ''] = file.split('.');
    precompressed.set(hash, (precompressed.get(hash) ?? new Map()).set(encoding, readFileSync(join(directory, file))));
  }
  return precompressed;
}

/** Compresses a text into a folder that `readBodiesByHash` reads. */
export async function writePrecompressedBodies(directory: string, text: Buffer<ArrayBuffer>): Promise<void> {
  for (const encoding of ['br', 'gzip'] as const)
    writeFileSync(join(directory, `${hashBody(text)}.${encoding}`), await encodeSmallest[encoding](text));
}

/** Reads the files of a build, with their compressed variants. Returns them by URL path. */
export function readStaticFiles(
  directory: string,
  precompressed?: PrecompressedBodies,
): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const file = join(entry.parentPath, entry.name);
    const urlPath = `/${relative(directory, file).split(sep).join('/')}`;
    const body = readFileSync(file);
    files.set(urlPath, createStaticFile(urlPath, body, precompressed?.get(hashBody(body))));
  }
  return files;
}

/** Returns a static file from its bodies by encoding; undefined without the plain one. Ignores unknown encodings. */
export function findFileInBodies(urlPath: string, bodies: BodiesByEncoding): StaticFile | undefined {
  const plain = bodies.get('identity');
  return plain && createStaticFile(urlPath, plain, bodies);
}

/**
 * Resolves to a file for a text generated at run time.
 * @param name file name, which decides media type and kind
 */
export async function createTextFile(
  name: string,
  text: string,
  precompressed?: PrecompressedBodies,
): Promise<StaticFile> {
  const body = Buffer.from(text);
  const knownBodies = precompressed?.get(hashBody(body));
  if (knownBodies) return createStaticFile(name, body, knownBodies);
  const [br, compressed] = await Promise.all([encodeFast.br(body), encodeFast.gzip(body)]);
  const bodies = new Map(Object.entries({ br, gzip: compressed }));
  return { ...createStaticFile(name, body, bodies), isFullyCompressed: false };
}

/** Resolves to the file at maximum compression. Entity tags stay. */
export async function compressFully(file: StaticFile): Promise<StaticFile> {
  if (file.isFullyCompressed) return file;
  const plain = file.variants.get('identity')?.body ?? Buffer.alloc(0);
  const variants = new Map<Encoding, EncodedBody>();
  // One after another: each takes megabytes while it is made.
  for (const [encoding, { etag }] of file.variants)
    variants.set(encoding, { body: await encodeSmallest[encoding](plain), etag });
  return { ...file, variants, isFullyCompressed: true };
}

function createStaticFile(urlPath: string, plain: Buffer<ArrayBuffer>, compressed?: BodiesByEncoding): StaticFile {
  const extension = extname(urlPath);
  const mediaType = mediaTypes[extension] ?? 'application/octet-stream';
  const hash = hashBody(plain);
  const bodies = new Map([...(compressed ?? []), ['identity', plain]]);
  const variants = new Map<Encoding, EncodedBody>();
  for (const encoding of encodings) {
    const body = bodies.get(encoding);
    // Strong, and so different for each encoding.
    if (body) variants.set(encoding, { body, etag: `"${hash}-${encoding}"` });
  }
  return { kind: classifyFile(urlPath, extension), mediaType, variants, isFullyCompressed: true };
}

function classifyFile(urlPath: string, extension: string): StaticFile['kind'] {
  if (extension === '.html') return urlPath === '/404.html' ? 'not found' : 'page';
  if (urlPath.startsWith(assetsPath)) return 'asset';
  return pictureExtensions.has(extension) ? 'picture' : 'other';
}

/** Icons, cards, and the manifest that names them. */
const pictureExtensions: ReadonlySet<string> = new Set(['.svg', '.png', '.ico', '.webmanifest']);

function hashBody(body: Buffer<ArrayBuffer>): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

/**
 * Returns true if If-None-Match matches the entity tag. It may be a list or `*`, and the comparison is weak (RFC 9110,
 * 13.1.2): ours may be weak, and a compressing proxy weakens strong ones. Overlong lists return false: a full response
 * is correct as well.
 */
export function hasMatchingEntityTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch.length > 1000) return false;
  const candidates = ifNoneMatch.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''));
  return candidates.some((candidate) => candidate === '*' || candidate === entityTag.replace(/^W\//, ''));
}
