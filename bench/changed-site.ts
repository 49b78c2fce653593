import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/**
 * Serves a site with a change in its texts, and resolves to the address. Each answer is fetched once, and served from memory with the
 * headers that it had, compressed as small.
 * @param paths of pages that are made before anybody waits for them
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

/** Headers of the connection and of the text as it was: the policy has hashes of it. */
const left = new Set('connection content-length content-security-policy etag keep-alive transfer-encoding'.split(' '));
