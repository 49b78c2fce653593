import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createFront } from '../http/front.ts';
import { recordedLog, startSite, temporaryDirectory, type SiteUnderTest } from './site-under-test.ts';

/** What stands in files beside the build, and must never be in an answer. */
export const secret = 'not-for-anybody';

const secrets = ['.env', 'secret.html', 'build/secret.html', 'build/server/index.js', 'build/client-secret/index.html'];
const pages = ['index.html', 'about/index.html', 'contact/index.html', '404.html', 'assets/a-1.js'];

/** A stored file has its own name in it, unless a text is given. */
const titled = Object.fromEntries(pages.map((name) => [name, `<!doctype html><title>${name}</title>`]));

/** Writes what a build makes, in a folder that has secrets around it. */
export function writeBuild(files: Readonly<Record<string, string>>): string {
  const directory = temporaryDirectory();
  const build = join(directory, 'build');
  for (const name of secrets) write(join(directory, name), secret);
  for (const [name, text] of Object.entries(files)) {
    write(join(build, 'client', name), text);
    write(join(build, 'client', `${name}.br`), brotliCompressSync(text));
    write(join(build, 'client', `${name}.gz`), gzipSync(text));
  }
  write(join(build, 'inline-code.json'), JSON.stringify({ scripts: ["'sha256-script'"], styles: ["'sha256-style'"] }));
  return build;
}

/** The real server with real stored pages; what a page would render is a plain page. */
export async function startStoredSite(files = titled, env: Record<string, string> = {}): Promise<SiteUnderTest> {
  const recorded = recordedLog();
  const settings = {
    siteUrl: env['SITE_URL'] ?? 'http://localhost:3000',
    trustProxy: Number(env['TRUST_PROXY'] ?? '0'),
  };
  const front = createFront(writeBuild(files), settings, recorded.log);
  const renderPage = async (): Promise<Response> =>
    new Response('<!doctype html><title>rendered</title>', { headers: { 'content-type': 'text/html' } });
  return startSite(env, { front, renderPage }, recorded);
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
