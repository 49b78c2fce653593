import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { contactContentPath } from '../server/contact-content.ts';

/** One kind of request that is measured. */
export interface Case {
  name: string;
  path: string;
  status: number;
  /** Whether it sends back the entity tag that the server gave before. */
  conditional: boolean;
}

export const cases: readonly Case[] = [
  { name: 'home', path: '/', status: 200, conditional: false },
  { name: 'asset', path: `/assets/${entryScript()}`, status: 200, conditional: false },
  { name: 'home, 304', path: '/', status: 304, conditional: true },
  { name: 'unknown address', path: '/no/such/page', status: 404, conditional: false },
  { name: 'contact API', path: contactContentPath, status: 200, conditional: false },
];

/** The script that every page needs. */
function entryScript(): string {
  const found = readdirSync('build/client/assets').find((name) => /^entry\.client.*\.js$/.test(name));
  if (found === undefined) throw new Error('build/client/assets has no entry.client: run npm run build');
  return found;
}

/** What a browser sends, as far as it changes the answer. */
export async function headersFor(url: string, conditional: boolean): Promise<Record<string, string>> {
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
  if (!conditional) return headers;
  const { headers: answered } = await fetch(url, { headers });
  return { ...headers, 'if-none-match': answered.get('etag') ?? '' };
}

/** Throws unless both servers answer with the same status, the same bytes, and headers of the same names and values. */
export async function assertSameAnswers(one: Case, ours: string, nginx: string): Promise<void> {
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
