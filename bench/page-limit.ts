import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';

/** Copies the browser's part of a build twice: as it is, and with each page made its limit page. */
export function copyWithLimitPages(client: string, copies: { pages: string; limits: string }): void {
  if (!existsSync(client)) throw new Error(`There is no ${client}. Run: npm run build`);
  cpSync(client, copies.pages, { recursive: true });
  cpSync(client, copies.limits, { recursive: true });
  for (const file of globSync(`${copies.limits}/**/*.{html,css}`)) {
    const content = Buffer.from(withoutScriptsAndFonts(readFileSync(file, 'utf8')));
    writeFileSync(file, content);
    for (const [suffix, compress] of Object.entries(compressions)) {
      if (existsSync(file + suffix)) writeFileSync(file + suffix, compress(content));
    }
  }
}

/** What no page with these words and styles can undercut: nothing else is fetched, and nothing runs. */
export function withoutScriptsAndFonts(source: string): string {
  return source
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="(?:font|script)")[^>]*>/g, '')
    .replaceAll(/@font-face\s*\{[^}]*\}/g, '');
}

/** As the build compresses. */
const compressions: Readonly<Record<string, (content: Buffer) => Buffer>> = {
  '.gz': (content) => gzipSync(content, { level: 9 }),
  '.br': (content) =>
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  '.zst': (content) => zstdCompressSync(content, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }),
};
