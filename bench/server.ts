import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { contactContentPath } from '../server/contact-content.ts';
import type { Figure } from './report.ts';
import { startNginx } from './nginx.ts';
import { type RunningServer, startBuiltSite } from './start-site.ts';
import { runWrk } from './wrk.ts';

/** One kind of request that is measured. */
export interface Case {
  name: string;
  path: string;
  status: number;
  /** Whether it sends back the entity tag that the server gave before. */
  conditional?: true;
}

/**
 * What the server answers in a second, and in a second of its own processor time, beside nginx with one worker, the same files
 * compressed in advance, and the same headers. Both run all the time and take turns. wrk shares the processors with the servers:
 * judge by requests a second of processor time.
 */
export async function measureServer(seconds: number, rounds: number): Promise<Figure[]> {
  const script = readdirSync('build/client/assets').find((name) => /^entry\.client.*\.js$/.test(name));
  const cases: Case[] = [
    { name: 'home', path: '/', status: 200 },
    { name: 'asset', path: `/assets/${script}`, status: 200 },
    { name: 'home, 304', path: '/', status: 304, conditional: true },
    { name: 'unknown address', path: '/no/such/page', status: 404 },
    { name: 'contact API', path: contactContentPath, status: 200 },
  ];
  const site = await startBuiltSite();
  const nginx = await startNginx(cases, site.url);
  if (nginx) for (const one of cases) await assertSameAnswers(one, site.url, nginx.url);

  const figures = ['requests a second of processor time', 'requests a second', 'p99, ms'].map((name) => ({
    name,
    rows: Object.fromEntries(cases.map((one) => [one.name, { ours: [] as number[], reference: [] as number[] }])),
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const one of cases) {
      for (const [which, server] of [['ours', site] as const, ['reference', nginx] as const]) {
        const values = server ? await measure(server, one, seconds) : [];
        values.forEach((value, index) => figures[index]?.rows[one.name]?.[which].push(value));
      }
    }
  }
  const memory = site.memory();
  await Promise.all([site.stop(), nginx?.stop()]);
  const [perProcessorSecond, ...others] = figures as [(typeof figures)[0], ...typeof figures];
  return [
    { ...perProcessorSecond, aim: ['ratio', 'at least', 0.6] },
    ...others,
    { name: 'MB of memory', aim: ['figure', 'at most', 150], rows: { 'after the run': { ours: [memory] } } },
  ];
}

async function measure(server: RunningServer, { path, status, conditional }: Case, seconds: number): Promise<number[]> {
  const url = server.url + path;
  const load = { url, headers: await headersFor(url, conditional), status, connections: 64 };
  // To warm up, as the engine compiles what is used often.
  await runWrk({ ...load, seconds: 1 });
  const before = server.processorSeconds();
  const { requests, perSecond, p99 } = await runWrk({ ...load, seconds });
  return [requests / (server.processorSeconds() - before), perSecond, p99];
}

/** What a browser sends, as far as it changes the answer. */
async function headersFor(url: string, conditional = false): Promise<Record<string, string>> {
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
  if (!conditional) return headers;
  const { headers: answered } = await fetch(url, { headers });
  return { ...headers, 'if-none-match': answered.get('etag') ?? '' };
}

/** Throws unless both servers answer with the same status, the same bytes, and headers of the same names and values. */
async function assertSameAnswers(one: Case, ours: string, nginx: string): Promise<void> {
  const [first, second] = [await answer(one, ours), await answer(one, nginx)];
  if (first === second) return;
  throw new Error(`${one.name} is not answered the same by both.\n\nOurs: ${first}\n\nnginx: ${second}`);
}

async function answer({ path, status, conditional }: Case, url: string): Promise<string> {
  const response = await fetch(url + path, { headers: await headersFor(url + path, conditional) });
  if (response.status !== status) throw new Error(`${url}${path}: ${response.status} instead of ${status}`);
  const body = Buffer.from(await response.arrayBuffer());
  const lines = [...response.headers]
    .filter(([name]) => !incomparable.has(name) && !(status === 304 && aboutTheBody.has(name)))
    .map(([name, value]) => `${name}: ${ofItsOwn.has(name) ? '…' : value}`);
  const digest = createHash('sha256').update(body).digest('hex');
  return [status, ...lines.toSorted(), `${body.length} bytes, ${digest}`].join('\n');
}

// nginx always names itself, keep-alive tells how many requests ours takes on a connection, and a body of known length may
// come in chunks: the bytes are compared.
const incomparable = new Set(['server', 'date', 'keep-alive', 'content-length', 'transfer-encoding']);
const ofItsOwn = new Set(['etag', 'x-request-id']);
// A 304 has none: nginx leaves these out.
const aboutTheBody = new Set(['content-type', 'content-encoding']);
