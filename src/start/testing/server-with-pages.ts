import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createPageHandler } from '../../server/page-handler.ts';
import type { RenderedSite } from '../../server/rendered-site.ts';
import { createPageHeaders } from '../../server/site-headers.ts';
import {
  readBodiesByHash,
  readStaticFiles,
  createTextFile,
  type StaticFile,
  writePrecompressedBodies,
} from '../../server/static-files.ts';
import { standInContent } from './stand-in-pages.ts';
import { createRecordedLog, startTestServer, createTemporaryDirectory, type TestServer } from './test-server.ts';

/** Content of files beside the build that no response may contain. */
export const secret = 'not-for-anybody';

const secrets = ['.env', 'secret.html', 'build/secret.html', 'build/server/index.js', 'build/client-secret/index.html'];

/** Texts by path; `/404.html` is the response to unknown paths. */
type Texts = Readonly<Record<string, string>>;

/** Each page contains its own path. */
const defaultPages = Object.fromEntries(
  ['/', '/about', '/contact', '/404.html'].map((path) => [path, `<!doctype html><title>${path}</title>`]),
);

/** Resolves to the files of a build, read from a folder with secrets around it. */
export async function createTestBuild(files: Texts): Promise<ReadonlyMap<string, StaticFile>> {
  const directory = createTemporaryDirectory();
  const [client, packed] = [join(directory, 'build/client'), join(directory, 'build/packed')];
  for (const folder of [client, packed]) mkdirSync(folder, { recursive: true });
  for (const name of secrets) write(join(directory, name), secret);
  for (const [address, text] of Object.entries(files)) {
    write(join(client, address), text);
    await writePrecompressedBodies(packed, Buffer.from(text));
  }
  return readStaticFiles(client, readBodiesByHash(packed));
}

/** Resolves to a publication for a page handler: pages, and files generated from the content. */
export async function createTestPublication(
  texts: Texts,
  siteUrl = 'http://localhost:3000',
): Promise<Pick<RenderedSite, 'renderPage' | 'files' | 'pageHeaders' | 'content'>> {
  const files = new Map<string, StaticFile>();
  for (const [address, text] of Object.entries(texts)) {
    const name = address.includes('.') ? address : `${address}/index.html`;
    files.set(address, await createTextFile(name, text));
  }
  const headers = createPageHeaders({ siteUrl }, { scripts: ["'sha256-script'"], styles: ["'sha256-style'"] });
  return { ...standInContent().getRenderedSite(), files, pageHeaders: headers };
}

/** Starts the real server with real stored pages. */
export async function startServerWithPages(
  pageTexts: Texts = defaultPages,
  env: Record<string, string> = {},
  builtFiles: Texts = { '/assets/a-1.js': 'code' },
): Promise<TestServer> {
  const recorded = createRecordedLog();
  const { SITE_URL: siteUrl = 'http://localhost:3000', TRUST_PROXY: trustProxy = '0' } = env;
  const pageHandler = createPageHandler(
    await createTestBuild(builtFiles),
    { siteUrl, trustProxy: Number(trustProxy) },
    recorded.log,
  );
  pageHandler.serve(await createTestPublication(pageTexts, siteUrl));
  return startTestServer(env, { pageHandler }, recorded);
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
