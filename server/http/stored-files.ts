import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** The encodings that the build makes of a file, the smallest first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** One file in memory, ready to be sent in each encoding that the build made. */
export interface StoredFile {
  /** What the file is for, which decides how long it may be kept. */
  kind: 'page' | 'not found' | 'asset' | 'picture' | 'other';
  type: string;
  variants: ReadonlyMap<Encoding, { body: Buffer<ArrayBuffer>; etag: string }>;
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
    files.set(extension === '.html' ? address.replace(/\/index\.html$/, '') || '/' : address, {
      kind: kindOf(address, extension),
      type: types[extension] ?? 'application/octet-stream',
      variants: readVariants(file),
    });
  }
  return files;
}

function kindOf(address: string, extension: string): StoredFile['kind'] {
  if (extension === '.html') return address === '/404.html' ? 'not found' : 'page';
  if (address.startsWith('/assets/')) return 'asset';
  return pictures.has(extension) ? 'picture' : 'other';
}

/** Icons, cards, and the manifest that names them. */
const pictures: ReadonlySet<string> = new Set(['.svg', '.png', '.ico', '.webmanifest']);

function readVariants(file: string): StoredFile['variants'] {
  const variants = new Map<Encoding, { body: Buffer<ArrayBuffer>; etag: string }>();
  for (const [encoding, suffix] of [
    ['identity', ''],
    ['gzip', '.gz'],
    ['br', '.br'],
  ] as const) {
    const body = readIfThere(file + suffix);
    if (!body) continue;
    // Strong, and so different for each encoding: the bytes are what is compared.
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    variants.set(encoding, { body, etag });
  }
  return variants;
}

function readIfThere(file: string): Buffer<ArrayBuffer> | undefined {
  try {
    return readFileSync(file);
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return undefined;
    throw fault;
  }
}
