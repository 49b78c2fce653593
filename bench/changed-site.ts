import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/**
 * Serves a site with changed texts. Resolves to the URL. Each response is fetched once, and served from memory with its
 * headers and equal compression.
 * @param paths of pages that are prepared in advance
 */
export async function serveChanged(
  site: { url: string },
  paths: readonly string[],
  change: (text: string, path: string) => string,
): Promise<string> {
  const answers = new Map<string, ReturnType<typeof changed>>();
  const server = createServer(({ url: path = '/' }, response) => {
    const answer = answers.get(path) ?? changed(path);
    answers.set(path, answer);
    void answer.then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  }).listen(0, '127.0.0.1');

  async function changed(path: string) {
    const answer = await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } });
    const body = Buffer.from(await answer.arrayBuffer());
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !left.has(name)));
    const isText = answer.headers.has('content-encoding');
    const sent = isText ? await promisify(brotliCompress)(change(String(body), path)) : body;
    return { status: answer.status, headers, body: sent };
  }

  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const path of paths) await (await fetch(url + path)).arrayBuffer();
  return url;
}

/** Headers of the connection and of the original text, whose hashes the Content-Security-Policy has. */
const left = new Set('connection content-length content-security-policy etag keep-alive transfer-encoding'.split(' '));
