import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Makes of a file's text what is to be measured. The file's path tells which it is. */
export type Change = (text: string, file: string) => string;

const client = 'build/client';

/** Copies the browser's part of the build, with each page, style and script as `change` makes it. */
export function copyBuild(to: string, change: Change): void {
  if (!existsSync(client)) throw new Error(`There is no ${client}. Run: npm run build`);
  cpSync(client, to, { recursive: true });
  for (const file of globSync(`${to}/**/*.{html,css,js}`)) {
    const text = readFileSync(file, 'utf8');
    const changed = change(text, file);
    if (changed === text) continue;
    writeFileSync(file, changed);
    for (const [suffix, compress] of Object.entries(compressions)) {
      if (existsSync(file + suffix)) writeFileSync(file + suffix, compress(Buffer.from(changed)));
    }
  }
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
};
