import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Encodings of a file, the smallest first, the plain one last. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

const encodeAt = (level: number, quality: number) => ({
  identity: async (text: Buffer<ArrayBuffer>) => text,
  gzip: (text: Buffer<ArrayBuffer>) => promisify(gzip)(text, { level }),
  br: (text: Buffer<ArrayBuffer>) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
});

/** Maximum compression. */
const encode = encodeAt(9, constants.BROTLI_MAX_QUALITY);
/** Faster compression: a thirtieth of the time, and an eighth larger. */
const encodeSoon = encodeAt(6, 5);
/** Fast compression for a single response. */
export const encodeOnce = encodeAt(4, 4);

/** URL path of the files with hashed names. */
export const assetsPath = '/assets/';

/** One file in memory, ready to be sent in each encoding that the build made. */
export interface StaticFile {
  /** Purpose of the file, which decides its cache headers. */
  kind: 'page' | 'not found' | 'asset' | 'picture' | 'other';
  type: string;
  variants: ReadonlyMap<Encoding, Variant>;
  /** True if compressed at the maximum. */
  isPacked: boolean;
}

interface Variant {
  body: Buffer<ArrayBuffer>;
  etag: string;
}

/** Content types by file extension. */
export const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Bodies by encoding. */
type Bodies = ReadonlyMap<string, Buffer<ArrayBuffer>>;

/** Texts compressed by the build, by hash. */
export type Packed = ReadonlyMap<string, Bodies>;

export function readPacked(directory: string): Packed {
  const packed = new Map<string, Map<string, Buffer<ArrayBuffer>>>();
  for (const file of readdirSync(directory)) {
    const [hash = '', encoding = ''] = file.split('.');
    packed.set(hash, (packed.get(hash) ?? new Map()).set(encoding, readFileSync(join(directory, file))));
  }
  return packed;
}

/** Compresses a text into a folder that `readPacked` reads. */
export async function writePacked(directory: string, text: Buffer<ArrayBuffer>): Promise<void> {
  for (const encoding of ['br', 'gzip'] as const)
    writeFileSync(join(directory, `${hashOf(text)}.${encoding}`), await encode[encoding](text));
}

/** Reads the files of a build, with their compressed variants. Returns them by URL path. */
export function readStaticFiles(directory: string, packed?: Packed): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const file = join(entry.parentPath, entry.name);
    const address = `/${relative(directory, file).split(sep).join('/')}`;
    const body = readFileSync(file);
    files.set(address, staticFile(address, body, packed?.get(hashOf(body))));
  }
  return files;
}

/**
 * Returns a file of another build from its bodies by encoding; undefined without the plain one. Encodings that a newer
 * release added are ignored.
 */
export function createStoredFile(address: string, bodies: Bodies): StaticFile | undefined {
  const plain = bodies.get('identity');
  return plain && staticFile(address, plain, bodies);
}

/**
 * Resolves to a file for a text generated at run time.
 * @param name file name, which decides type and kind
 */
export async function createTextFile(name: string, text: string, packed?: Packed): Promise<StaticFile> {
  const body = Buffer.from(text);
  const known = packed?.get(hashOf(body));
  if (known) return staticFile(name, body, known);
  const [br, compressed] = await Promise.all([encodeSoon.br(body), encodeSoon.gzip(body)]);
  const bodies = new Map(Object.entries({ br, gzip: compressed }));
  return { ...staticFile(name, body, bodies), isPacked: false };
}

/** Resolves to the file at maximum compression. Entity tags stay. */
export async function recompress(file: StaticFile): Promise<StaticFile> {
  if (file.isPacked) return file;
  const plain = file.variants.get('identity')?.body ?? Buffer.alloc(0);
  const variants = new Map<Encoding, Variant>();
  // One after another: each takes megabytes while it is made.
  for (const [encoding, { etag }] of file.variants)
    variants.set(encoding, { body: await encode[encoding](plain), etag });
  return { ...file, variants, isPacked: true };
}

function staticFile(address: string, plain: Buffer<ArrayBuffer>, compressed?: Bodies): StaticFile {
  const extension = extname(address);
  const type = types[extension] ?? 'application/octet-stream';
  const hash = hashOf(plain);
  const bodies = new Map([...(compressed ?? []), ['identity', plain]]);
  const variants = new Map<Encoding, Variant>();
  for (const encoding of encodings) {
    const body = bodies.get(encoding);
    // Strong, and so different for each encoding.
    if (body) variants.set(encoding, { body, etag: `"${hash}-${encoding}"` });
  }
  return { kind: kindOf(address, extension), type, variants, isPacked: true };
}

function kindOf(address: string, extension: string): StaticFile['kind'] {
  if (extension === '.html') return address === '/404.html' ? 'not found' : 'page';
  if (address.startsWith(assetsPath)) return 'asset';
  return pictures.has(extension) ? 'picture' : 'other';
}

/** Icons, cards, and the manifest that names them. */
const pictures: ReadonlySet<string> = new Set(['.svg', '.png', '.ico', '.webmanifest']);

function hashOf(body: Buffer<ArrayBuffer>): string {
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
