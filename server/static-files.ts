import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The encodings that the build makes of a file, the smallest first, the plain one last. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

const encodeAt = (level: number, quality: number) => ({
  identity: async (text: Buffer<ArrayBuffer>) => text,
  gzip: (text: Buffer<ArrayBuffer>) => promisify(gzip)(text, { level }),
  br: (text: Buffer<ArrayBuffer>) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
});

/** As small as it gets. */
const encode = encodeAt(9, constants.BROTLI_MAX_QUALITY);
/** While somebody waits for it: in a thirtieth of the time, and an eighth larger. */
const encodeSoon = encodeAt(6, 5);
/** For one answer alone. */
export const encodeOnce = encodeAt(4, 4);

/** Where the files stand whose names change with their content. */
export const assetsPath = '/assets/';

/** One file in memory, ready to be sent in each encoding that the build made. */
export interface StaticFile {
  /** What the file is for, which decides how long it may be kept. */
  kind: 'page' | 'not found' | 'asset' | 'picture' | 'other';
  type: string;
  variants: ReadonlyMap<Encoding, Variant>;
  /** Whether it is as small as it gets. */
  isPacked: boolean;
}

interface Variant {
  body: Buffer<ArrayBuffer>;
  etag: string;
}

/** By the extension of a name. */
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

/** Texts that the build has compressed as small as they get, by the hash of each. */
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

/** Reads files of the build by the addresses under which they are served, each as it is and as it was compressed. */
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
 * A file of another build by the bodies that it had in each encoding; undefined where the plain one is not among them. A newer
 * release may have encodings that this one does not know: they are left out.
 */
export function createStoredFile(address: string, bodies: Bodies): StaticFile | undefined {
  const plain = bodies.get('identity');
  return plain && staticFile(address, plain, bodies);
}

/**
 * A file of a text that is known only now.
 * @param name by which its type and kind are known, as those of a file
 */
export async function createTextFile(name: string, text: string, packed?: Packed): Promise<StaticFile> {
  const body = Buffer.from(text);
  const known = packed?.get(hashOf(body));
  if (known) return staticFile(name, body, known);
  const [br, compressed] = await Promise.all([encodeSoon.br(body), encodeSoon.gzip(body)]);
  const bodies = new Map(Object.entries({ br, gzip: compressed }));
  return { ...staticFile(name, body, bodies), isPacked: false };
}

/** The same file as small as it gets. Its tags stay. */
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
 * Whether If-None-Match names the entity tag: it may list several or be `*`, and it compares weakly (RFC 9110, 13.1.2),
 * since ours may be weak, and a proxy that compresses weakens one that is not. False for a list that is longer than a cache has
 * reason to send: the whole answer is right as well.
 */
export function hasMatchingEntityTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch.length > 1000) return false;
  const candidates = ifNoneMatch.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''));
  return candidates.some((candidate) => candidate === '*' || candidate === entityTag.replace(/^W\//, ''));
}
