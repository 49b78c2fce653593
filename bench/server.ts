import { deepStrictEqual } from 'node:assert';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../enquiries/testing/free-port.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { contactContentPath } from '../server/contact-content.ts';
import { type Case, compare, type Options, type Row } from './report.ts';
import { launchHere, type RunningServer, startSite, temporaryDirectory } from './start.ts';
import { runWrk } from './wrk.ts';

/** What each server tells of itself and of its connection. All else the two answer alike. */
const own = new Set('connection content-length date keep-alive server transfer-encoding x-request-id'.split(' '));

/**
 * What the server answers in a second of its own processor time, beside nginx with one worker, which sends the same answers from
 * its cache. Both run all the time. wrk shares the processors with them.
 */
export async function measure({ rounds, seconds }: Options): Promise<Row[]> {
  const site = await startSite();
  const nginx = await startNginx(site.url);
  // What a browser sends, as far as it changes the answer.
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
  const etag = (await fetch(site.url, { headers })).headers.get('etag') ?? '';
  const script = readdirSync('build/client/assets').find((name) => /^entry\.client.*\.js$/.test(name));
  const cases = [
    await compared('home', '/', 200),
    await compared('asset', `/assets/${script}`, 200),
    await compared('home, 304', '/', 304, { 'if-none-match': etag }),
    await compared('unknown address', '/no/such/page', 404),
    await compared('contact API', contactContentPath, 200),
    costliest(await startSite()),
    memoryOf(site),
  ];
  return compare(cases, rounds);

  async function compared(name: string, path: string, status: number, condition = {}): Promise<Case> {
    const sent: Record<string, string> = { ...headers, ...condition };
    const options = Object.entries(sent).flatMap(([header, value]) => ['--header', `${header}: ${value}`]);
    const [ours, reference] = [await answer(site.url + path), await answer(nginx.url + path)];
    deepStrictEqual(reference, { ...ours, status });
    const figure = 'requests a second of processor time';
    const requestsOf = (server: RunningServer) => async () => {
      const load = (length: number) => runWrk([server.url + path, ...options], length, status >= 400);
      // To warm up, as the engine compiles what is used often.
      await load(1);
      const cost = await costOf(server, async () => (await load(seconds)).requests);
      return { [figure]: 1 / cost };
    };
    const aims = { [figure]: ['ratio', 'at least', 0.6] } as const;
    return { name, aims, ours: requestsOf(site), reference: requestsOf(nginx) };

    async function answer(url: string) {
      const response = await fetch(url, { headers: sent });
      const shared = [...response.headers].filter(([header]) => !own.has(header));
      return { status: response.status, headers: Object.fromEntries(shared), body: await response.text() };
    }
  }
}

/** Of all that a stranger can send this takes longest: a form without scripts, which is read, and rendered with what was typed. */
function costliest(site: RunningServer): Case {
  const figure = 'ms of processor time for a form without scripts';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const costOfForm = (body: string) => async () => {
    const post = async () => (await fetch(`${site.url}/contact`, { method: 'POST', headers, body })).text();
    const postMany = async () => (await Promise.all(Array.from({ length: 50 }, post))).length;
    await postMany();
    return { [figure]: 1000 * (await costOf(site, postMany)) };
  };
  const aims = { [figure]: ['figure', 'at most', 30] } as const;
  const usual = costOfForm(`${new URLSearchParams({ ...fields })}`);
  return { name: 'full of <', aims, ours: costOfForm('<'.repeat(65_000)), reference: usual };
}

/** Of all its threads: seconds on a processor for each of the requests that `send` resolves to. */
async function costOf({ pid }: RunningServer, send: () => Promise<number>): Promise<number> {
  const timeOf = (thread: string) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0];
  const used = () => readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + Number(timeOf(thread)) / 1e9, 0);
  const before = used();
  const requests = await send();
  return (used() - before) / requests;
}

/** Resident memory. A megabyte has 10^6 bytes. */
function memoryOf({ pid }: RunningServer): Case {
  const kibibytes = () => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const aims = { 'MB of memory': ['figure', 'at most', 150] } as const;
  return { name: 'after a round', aims, ours: async () => ({ 'MB of memory': (kibibytes() * 1024) / 1e6 }) };
}

async function startNginx(origin: string): Promise<RunningServer> {
  const [port, directory] = [await freePort(), temporaryDirectory()];
  writeFileSync(join(directory, 'nginx.conf'), configuration(port, origin));
  const launched = launchHere(['-p', directory, '-c', 'nginx.conf', '-e', 'stderr'], {}, 'nginx');
  const url = `http://127.0.0.1:${port}`;
  const failed = launched.ended.then(() => Promise.reject(new Error(launched.output.err)));
  while (!(await Promise.race([fetch(url).catch(() => undefined), failed]))) await setTimeout(50);
  return { ...launched, url };
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
