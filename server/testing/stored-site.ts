import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createFront } from '../http/front.ts';
import { recordedLog, startSite, temporaryDirectory, type SiteUnderTest } from './site-under-test.ts';

/** What stands in files beside the build, and must never be in an answer. */
export const secret = 'not-for-anybody';

const pages = ['index.html', 'about/index.html', 'contact/index.html', '404.html', 'assets/a-1.js'];

/**
 * The real server with real stored pages, each of which has its file's name in it, in a folder that has secrets around it.
 * What a page would render is a plain page.
 */
export async function startStoredSite(env: Record<string, string> = {}): Promise<SiteUnderTest> {
  const directory = temporaryDirectory();
  const build = join(directory, 'build');
  for (const name of [
    '.env',
    'secret.html',
    'build/secret.html',
    'build/server/index.js',
    'build/client-secret/index.html',
  ]) {
    write(join(directory, name), secret);
  }
  for (const name of pages) {
    const text = `<!doctype html><title>${name}</title>`;
    write(join(build, 'client', name), text);
    write(join(build, 'client', `${name}.br`), brotliCompressSync(text));
    write(join(build, 'client', `${name}.gz`), gzipSync(text));
  }
  write(join(build, 'inline-code.json'), JSON.stringify({ scripts: [], styles: [] }));
  const recorded = recordedLog();
  const front = createFront(build, { siteUrl: 'http://localhost:3000' }, recorded.log);
  const renderPage = async (): Promise<Response> =>
    new Response('<!doctype html><title>rendered</title>', { headers: { 'content-type': 'text/html' } });
  return startSite(env, { front, renderPage }, recorded);
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
