import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { readInlineCode } from '../server/http/site-headers.ts';
import { type RunningServer, startNode, temporaryDirectory } from './server-process.ts';

/**
 * Serves a copy of the build by the real server: from memory, in a process of its own, on an empty database. A build that is made
 * meanwhile changes nothing. `change` makes of the text of each page, style and script, and its path, what is served. Throws
 * without a build.
 */
export async function serveCopy(change = (text: string, _file: string) => text): Promise<RunningServer> {
  if (!existsSync('build/client')) throw new Error('There is no build/client: run npm run build');
  const directory = temporaryDirectory();
  const copy = join(directory, 'build');
  cpSync('build/client', join(copy, 'client'), { recursive: true });
  // The policy of the pages names their styles: changed ones as well.
  const replaced = new Map<string, string>();
  for (const file of globSync(`${copy}/client/**/*.{html,css,js}`)) {
    const text = readFileSync(file, 'utf8');
    const changed = change(text, file);
    if (changed === text) continue;
    const styles = stylesInside(changed);
    stylesInside(text).forEach((hash, index) => replaced.set(hash, styles[index] ?? hash));
    writeFileSync(file, changed);
    for (const [suffix, compress] of Object.entries(compressions)) {
      if (existsSync(file + suffix)) writeFileSync(file + suffix, compress(Buffer.from(changed)));
    }
  }
  const inlineCode = readInlineCode('build');
  const styles = inlineCode.styles.map((hash) => replaced.get(hash) ?? hash);
  writeFileSync(join(copy, 'inline-code.json'), JSON.stringify({ ...inlineCode, styles }));
  const env = { DATABASE_URL: `sqlite:${join(directory, 'data', 'site.db')}` };
  return startNode([join(import.meta.dirname, 'site-server.ts'), copy], env);
}

/** The hashes of a page's styles, as a policy names them. */
function stylesInside(html: string): string[] {
  const found = html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g);
  return Array.from(found, ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
}

/** As the build compresses. */
const compressions: Readonly<Record<string, (content: Buffer) => Buffer>> = {
  '.gz': (content) => gzipSync(content, { level: 9 }),
  '.br': (content) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
};

/** Makes a page its limit page, which no page with these words and styles can undercut: nothing else is fetched, and nothing runs. */
export function withoutScriptsAndFonts(source: string): string {
  return source
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="(?:font|script)")[^>]*>/g, '')
    .replaceAll(/@font-face\s*\{[^}]*\}/g, '');
}

/** Makes a page that is like the site's, but for its script: that changes pages by as little as can do it, and does nothing else. */
export function withPlainPageChange(text: string, file: string): string {
  if (/\/entry\.client-[\w-]+\.js$/.test(file)) return `(${String(changePagesPlainly)})()`;
  // The import map holds the hash of the script that was there before.
  return file.endsWith('.html') ? text.replace(/<script type="importmap">.*?<\/script>/s, '') : text;
}

/** Runs in the browser, and so uses nothing from outside. */
function changePagesPlainly(): void {
  const fetched = new Map<string, Promise<Document>>();

  function read(url: string): Promise<Document> {
    const known = fetched.get(url);
    if (known) return known;
    const page = new Promise<Document>((resolve) => {
      const request = new XMLHttpRequest();
      request.responseType = 'document';
      request.addEventListener('load', () => resolve(request.response as Document));
      request.open('GET', url);
      request.send();
    });
    fetched.set(url, page);
    return page;
  }

  addEventListener('pointerover', ({ target }) => {
    const link = target instanceof Element && target.closest('a');
    if (link && link.origin === location.origin) void read(link.href);
  });
  navigation.addEventListener('navigate', (event) => {
    event.intercept({
      async handler() {
        const page = await read(event.destination.url);
        document.title = page.title;
        document.querySelector('main')?.replaceWith(...page.querySelectorAll('main'));
      },
    });
  });
}
