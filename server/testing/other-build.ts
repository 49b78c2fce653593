import { hash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readInlineCode } from '../http/site-headers.ts';

const isCompressed = (file: string) => /\.(?:br|gz)$/.test(file);

/**
 * Makes a build as another release has it: the same pages, but each asset has another name, wherever it stands, and what follows
 * from that is another as well: hashes, and the name of the build.
 */
export function writeOtherBuild(build: string, directory: string): void {
  const from = join(build, 'client');
  const to = join(directory, 'client');
  cpSync(from, to, { recursive: true, filter: (file) => !isCompressed(file) && basename(file) !== 'assets' });
  mkdirSync(join(to, 'assets'));
  symlinkSync(resolve(build, 'server'), join(directory, 'server'), 'junction');

  const names = readdirSync(join(from, 'assets')).filter((name) => !isCompressed(name));
  const changed = new Map(names.map((name) => [name, name.replace(/(?=\.\w+$)/, '-other')]));
  const inOther = (text: string) => [...changed].reduce((all, [before, after]) => all.replaceAll(before, after), text);
  for (const name of names) {
    const body = readFileSync(join(from, 'assets', name));
    const other = name.endsWith('.woff2') ? body : Buffer.from(inOther(String(body)));
    const file = join(to, 'assets', inOther(name));
    writeFileSync(file, other);
    writeFileSync(`${file}.br`, brotliCompressSync(other));
    writeFileSync(`${file}.gz`, gzipSync(other));
    changed.set(hash('sha384', body, 'base64'), hash('sha384', other, 'base64'));
  }

  const { scripts, styles } = readInlineCode(build);
  const inline = { script: new Set(scripts), style: new Set(styles) };
  for (const page of globSync(`${to}/**/*.html`)) {
    const html = inOther(readFileSync(page, 'utf8')).replace(/data-build="\w+"/, 'data-build="other"');
    writeFileSync(page, html);
    for (const [, tag, text = ''] of html.matchAll(/<(script|style)(?! type="application)[^>]*>(.*?)<\/\1>/gs))
      inline[tag as 'script' | 'style'].add(`'sha256-${hash('sha256', text, 'base64')}'`);
  }
  const code = { scripts: [...inline.script], styles: [...inline.style] };
  writeFileSync(join(directory, 'inline-code.json'), JSON.stringify(code));
}
