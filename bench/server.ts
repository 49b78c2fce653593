import { deepStrictEqual } from 'node:assert';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contactContentPath } from '../server/contact-content.ts';
import { type Case, compare, type Figures } from './compare.ts';
import type { Row } from './report.ts';
import { type RunningServer, startBuiltSite, startServer } from './start-server.ts';
import { runWrk } from './wrk.ts';

const perSecond = 'requests a second of processor time';
const memory = 'MB of memory';

/**
 * What the server answers in a second of its own processor time, beside nginx with one worker, which sends the same answers from
 * its cache. Both run all the time. wrk shares the processors with them.
 */
export async function measureServer(seconds: number, rounds: number): Promise<Row[]> {
  const script = readdirSync('build/client/assets').find((name) => /^entry\.client.*\.js$/.test(name));
  const kinds: [name: string, path: string, status: number][] = [
    ['home', '/', 200],
    ['asset', `/assets/${script}`, 200],
    ['home, 304', '/', 304],
    ['unknown address', '/no/such/page', 404],
    ['contact API', contactContentPath, 200],
  ];
  const site = await startBuiltSite();
  const nginx = await startServer((port, directory) => {
    writeFileSync(join(directory, 'nginx.conf'), configuration(port, site.url));
    return ['nginx', '-p', directory, '-c', 'nginx.conf', '-e', 'stderr'];
  });
  const cases: Case[] = [];
  for (const [name, path, status] of kinds) {
    const headers = await headersFor(site.url + path, status);
    deepStrictEqual(await answer(nginx.url + path, headers), await answer(site.url + path, headers));
    const measure = (server: RunningServer) => () => measureRequests(server, path, headers, status, seconds);
    cases.push({
      name,
      aims: { [perSecond]: ['ratio', 'at least', 0.6] },
      ours: measure(site),
      reference: measure(nginx),
    });
  }
  const inMemory = async () => ({ [memory]: site.memory() });
  return compare(
    [...cases, { name: 'after a round', aims: { [memory]: ['figure', 'at most', 150] }, ours: inMemory }],
    rounds,
  );
}

/** What a browser sends, as far as it changes the answer. */
async function headersFor(url: string, status: number): Promise<Record<string, string>> {
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
  const etag = (await fetch(url, { headers })).headers.get('etag') ?? '';
  return status === 304 ? { ...headers, 'if-none-match': etag } : headers;
}

/** All that the two have to answer alike: not what each tells of itself and of its connection. */
async function answer(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers });
  const own = new Set([
    'connection',
    'content-length',
    'date',
    'keep-alive',
    'server',
    'transfer-encoding',
    'x-request-id',
  ]);
  const shared = [...response.headers].filter(([name]) => !own.has(name));
  return { status: response.status, headers: Object.fromEntries(shared), body: await response.text() };
}

async function measureRequests(
  server: RunningServer,
  path: string,
  headers: Record<string, string>,
  status: number,
  seconds: number,
): Promise<Figures> {
  const load = { url: server.url + path, headers, status, connections: 64 };
  // To warm up, as the engine compiles what is used often.
  await runWrk({ ...load, seconds: 1 });
  const before = server.processorSeconds();
  const { requests } = await runWrk({ ...load, seconds });
  return { [perSecond]: requests / (server.processorSeconds() - before) };
}

/** Debian's own settings, but for the log, which as ours tells of unknown addresses alone. One process: its time is measured. */
function configuration(port: number, origin: string): string {
  return `
daemon off; master_process off; pid nginx.pid;
events { worker_connections 1024; }
http {
  map $status $is_logged { 404 1; default 0; }
  access_log access.log combined if=$is_logged;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  sendfile on; tcp_nopush on; tcp_nodelay on;
  keepalive_timeout 65s 65s; keepalive_requests 10000; server_tokens off;
  proxy_cache_path cache keys_zone=site:1m; open_file_cache max=100;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${origin};
      proxy_cache site; proxy_cache_valid any 1h; proxy_ignore_headers Cache-Control Expires Vary;
      proxy_set_header Accept-Encoding br; proxy_set_header If-None-Match "";
      proxy_hide_header X-Request-Id; add_header X-Request-Id $request_id always;
    }
  }
}
`;
}
