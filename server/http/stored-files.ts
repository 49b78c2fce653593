import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FactsInText } from './facts-in-text.ts';

/** The encodings that the build makes of a file, the smallest first, the plain one last. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** How the build encodes a text. */
export const encode: Record<Encoding, (text: Buffer<ArrayBuffer>) => Promise<Buffer<ArrayBuffer>>> = {
  identity: async (text) => text,
  gzip: (text) => promisify(gzip)(text, { level: 9 }),
  br: (text) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
};

/** Where the files stand whose names change with their content. */
export const assetsPath = '/assets/';

/** One file in memory, ready to be sent in each encoding that the build made. */
export interface StoredFile {
  /** What the file is for, which decides how long it may be kept. */
  kind: 'page' | 'not found' | 'asset' | 'picture' | 'other';
  type: string;
  variants: ReadonlyMap<Encoding, Variant>;
}

interface Variant {
  body: Buffer<ArrayBuffer>;
  etag: string;
}

const types: Readonly<Record<string, string>> = {
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

/**
 * Reads the browser's part of the build. The keys are the addresses under which the files are served: pages without
 * `index.html`, the page for unknown addresses as `/404.html`.
 */
export function readStoredFiles(directory: string): ReadonlyMap<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const extension = extname(entry.name);
    if (!entry.isFile() || extension === '.br' || extension === '.gz' || entry.name.startsWith('.')) continue;
    const file = join(entry.parentPath, entry.name);
    const address = `/${relative(directory, file).split(sep).join('/')}`;
    files.set(
      extension === '.html' ? address.replace(/\/index\.html$/, '') || '/' : address,
      storedFile(address, readVariants(file)),
    );
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
): StoredFile | undefined {
  const variants = new Map<Encoding, Variant>();
  for (const encoding of encodings) {
    const body = bodies.get(encoding);
    if (body) variants.set(encoding, variantOf(body));
  }
  return variants.has('identity') ? storedFile(address, variants) : undefined;
}

/**
 * The files with other facts in their texts, in the encodings that they have. What changes is compressed anew, outside this thread;
 * the rest is shared.
 */
export async function withFacts(
  files: ReadonlyMap<string, StoredFile>,
  { html, plain }: FactsInText,
): Promise<ReadonlyMap<string, StoredFile>> {
  const rewritten = [...files].map(async ([address, file]): Promise<[string, StoredFile]> => {
    const write = file.type === types['.html'] ? html : file.type === types['.txt'] ? plain : undefined;
    const before = String(file.variants.get('identity')?.body);
    const text = write?.(before) ?? before;
    if (text === before) return [address, file];
    const variants = [...file.variants.keys()].map(
      async (encoding) => [encoding, variantOf(await encode[encoding](Buffer.from(text)))] as const,
    );
    return [address, { ...file, variants: new Map(await Promise.all(variants)) }];
  });
  return new Map(await Promise.all(rewritten));
}

function storedFile(address: string, variants: StoredFile['variants']): StoredFile {
  const extension = extname(address);
  return { kind: kindOf(address, extension), type: types[extension] ?? 'application/octet-stream', variants };
}

function kindOf(address: string, extension: string): StoredFile['kind'] {
  if (extension === '.html') return address === '/404.html' ? 'not found' : 'page';
  if (address.startsWith(assetsPath)) return 'asset';
  return pictures.has(extension) ? 'picture' : 'other';
}

/** Icons, cards, and the manifest that names them. */
const pictures: ReadonlySet<string> = new Set(['.svg', '.png', '.ico', '.webmanifest']);

function readVariants(file: string): StoredFile['variants'] {
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
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

function readIfThere(file: string): Buffer<ArrayBuffer> | undefined {
  try {
    return readFileSync(file);
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return undefined;
    throw fault;
  }
}
