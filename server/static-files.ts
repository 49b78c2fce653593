import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The encodings that the build makes of a file, the smallest first, the plain one last. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

type Encode = Record<Encoding, (text: Buffer<ArrayBuffer>) => Promise<Buffer<ArrayBuffer>>>;

const encodeAt = (level: number, quality: number): Encode => ({
  identity: async (text) => text,
  gzip: (text) => promisify(gzip)(text, { level }),
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
});

/** As small as it gets. */
export const encode = encodeAt(9, constants.BROTLI_MAX_QUALITY);
/** While somebody waits for it: in a thirtieth of the time, and an eighth larger. */
const encodeSoon = encodeAt(6, 5);

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
  /** What a form in it can be begun about: see content/enquiry-subjects.ts. */
  subjects?: ReadonlyMap<string, string>;
  /** The page that it is an edition of, which search engines are to show in its place. */
  canonical?: string;
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
  '.md': 'text/markdown; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Reads the browser's part of the build: the files by the addresses under which they are served. */
export function readStaticFiles(directory: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const extension = extname(entry.name);
    if (!entry.isFile() || extension === '.br' || extension === '.gz' || entry.name.startsWith('.')) continue;
    const file = join(entry.parentPath, entry.name);
    const address = `/${relative(directory, file).split(sep).join('/')}`;
    files.set(address, staticFile(address, readVariants(file)));
  }
  return files;
}

/**
 * A file of another build by the bodies that it had in each encoding; undefined where the plain one is not among them. A newer
 * release may have encodings that this one does not know: they are left out.
 */
export function fileOfOtherBuild(
  address: string,
  bodies: ReadonlyMap<string, Buffer<ArrayBuffer>>,
): StaticFile | undefined {
  const variants = new Map<Encoding, Variant>();
  for (const encoding of encodings) {
    const body = bodies.get(encoding);
    if (body) variants.set(encoding, variantOf(body));
  }
  return variants.has('identity') ? staticFile(address, variants) : undefined;
}

/** Texts that the build has compressed as small as they get, each encoding by the hash of its text. */
export type Packed = ReadonlyMap<string, ReadonlyMap<Encoding, Buffer<ArrayBuffer>>>;

export function readPacked(directory: string): Packed {
  const packed = new Map<string, Map<Encoding, Buffer<ArrayBuffer>>>();
  for (const file of readdirSync(directory)) {
    const [hash, encoding] = file.split('.') as [string, Encoding];
    packed.set(hash, (packed.get(hash) ?? new Map()).set(encoding, readFileSync(join(directory, file))));
  }
  return packed;
}

/** Writes what `readPacked` reads. */
export function writePacked(directory: string, { variants }: StaticFile): void {
  const plain = hashOf(plainBody(variants));
  for (const [encoding, { body }] of variants)
    if (encoding !== 'identity') writeFileSync(join(directory, `${plain}.${encoding}`), body);
}

/**
 * A file of a text that is known only now. Its tags are of the text, and stay when `packAgain` has made it smaller.
 * @param name by which its type and kind are known, as those of a file
 */
export async function staticText(name: string, text: string, packed?: Packed): Promise<StaticFile> {
  const body = Buffer.from(text);
  const hash = hashOf(body);
  const known = packed?.get(hash);
  const variants = encodings.map(async (encoding): Promise<[Encoding, Variant]> => {
    const encoded = known?.get(encoding) ?? (await encodeSoon[encoding](body));
    return [encoding, { body: encoded, etag: `"${hash}-${encoding}"` }];
  });
  return { ...staticFile(name, new Map(await Promise.all(variants))), isPacked: known !== undefined };
}

/** The same file as small as it gets. */
export async function packAgain(file: StaticFile): Promise<StaticFile> {
  if (file.isPacked) return file;
  const variants = new Map<Encoding, Variant>();
  // One after another: each takes megabytes while it is made.
  for (const [encoding, { etag }] of file.variants)
    variants.set(encoding, { body: await encode[encoding](plainBody(file.variants)), etag });
  return { ...file, variants, isPacked: true };
}

function staticFile(address: string, variants: StaticFile['variants']): StaticFile {
  const extension = extname(address);
  const type = types[extension] ?? 'application/octet-stream';
  return { kind: kindOf(address, extension), type, variants, isPacked: true };
}

function plainBody(variants: StaticFile['variants']): Buffer<ArrayBuffer> {
  return variants.get('identity')?.body ?? Buffer.alloc(0);
}

function kindOf(address: string, extension: string): StaticFile['kind'] {
  if (extension === '.html') return address === '/404.html' ? 'not found' : 'page';
  if (address.startsWith(assetsPath)) return 'asset';
  return pictures.has(extension) ? 'picture' : 'other';
}

/** Icons, cards, and the manifest that names them. */
const pictures: ReadonlySet<string> = new Set(['.svg', '.png', '.ico', '.webmanifest']);

function readVariants(file: string): StaticFile['variants'] {
  const variants = new Map<Encoding, Variant>();
  for (const [encoding, suffix] of [
    ['identity', ''],
    ['gzip', '.gz'],
    ['br', '.br'],
  ] as const) {
    const body = readIfThere(file + suffix);
    if (body) variants.set(encoding, variantOf(body));
  }
  return variants;
}

function variantOf(body: Buffer<ArrayBuffer>): Variant {
  // Strong, and so different for each encoding: the bytes are what is compared.
  return { body, etag: `"${hashOf(body)}"` };
}

function hashOf(body: Buffer<ArrayBuffer>): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

function readIfThere(file: string): Buffer<ArrayBuffer> | undefined {
  try {
    return readFileSync(file);
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return undefined;
    throw fault;
  }
}

/**
 * Whether If-None-Match names the entity tag: it may list several or be `*`, and it compares weakly (RFC 9110, 13.1.2),
 * since ours may be weak, and a proxy that compresses weakens one that is not. False for a list that is longer than a cache has
 * reason to send: the whole answer is right as well.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch.length > 1000) return false;
  const candidates = ifNoneMatch.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''));
  return candidates.some((candidate) => candidate === '*' || candidate === entityTag.replace(/^W\//, ''));
}
