import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/**
 * Serves a copy of a site whose texts `transform` has changed. Resolves to its URL. Each response is fetched once, and
 * served from memory with its headers and equal compression.
 * @param paths pages that are prepared in advance
 */
export async function serveModifiedSite(
  site: { url: string },
  paths: readonly string[],
  transform: (text: string, path: string) => string,
): Promise<string> {
  const responses = new Map<string, ReturnType<typeof fetchModified>>();
  const server = createServer(({ url: path = '/' }, response) => {
    const modified = responses.get(path) ?? fetchModified(path);
    responses.set(path, modified);
    void modified.then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  }).listen(0, '127.0.0.1');

  async function fetchModified(path: string) {
    const original = await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } });
    const body = Buffer.from(await original.arrayBuffer());
    const headers = Object.fromEntries([...original.headers].filter(([name]) => !droppedHeaders.has(name)));
    const isText = original.headers.has('content-encoding');
    const sent = isText ? await promisify(brotliCompress)(transform(String(body), path)) : body;
    return { status: original.status, headers, body: sent };
  }

  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const path of paths) await (await fetch(url + path)).arrayBuffer();
  return url;
}

/** Headers of the connection and of the original text, whose hashes the Content-Security-Policy has. */
const droppedHeaders = new Set(
  'connection content-length content-security-policy etag keep-alive transfer-encoding'.split(' '),
);
