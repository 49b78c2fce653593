import { extname, join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryPostgres } from '../enquiries/testing/postgres.ts';
import { siteDirectory } from '../process/site-directory.ts';
import { assetsPath, readStaticFiles } from '../server/static-files.ts';
import { builtPages } from './built-pages.ts';
import { writeOtherBuild } from './testing/other-build.ts';
import { startSite, temporaryDirectory } from './testing/site-under-test.ts';

const build = join(siteDirectory, 'build');
const patiently = { timeout: 25_000, interval: 50 };
const own = [...readStaticFiles(join(build, 'client')).keys()].filter((address) => address.startsWith(assetsPath));
const ofOther = own.map((address) => address.replace(/(?=\.\w+$)/, '-other'));
const oneOfEachType = [own, ofOther].flatMap((all) => [...new Map(all.map((one) => [extname(one), one])).values()]);

const start = async (databaseUrl: string, directory: string): Promise<string> =>
  (await startSite({ DATABASE_URL: databaseUrl }, { pages: await builtPages(directory) })).url;

/** A server of another release. */
function startOther(databaseUrl: string): Promise<string> {
  const directory = temporaryDirectory();
  writeOtherBuild(build, directory);
  return start(databaseUrl, directory);
}

const statusOf = async (url: string) => (await fetch(url)).status;

/** Resolves once a server has them all, its own or another's. */
async function expectAll(url: string, addresses: readonly string[]): Promise<void> {
  const statuses = () => Promise.all(addresses.map((address) => statusOf(url + address)));
  await expect.poll(statuses, patiently).toEqual(addresses.map(() => 200));
}

/** All of the answer but what differs from one moment to the next. */
async function read(url: string, headers: Record<string, string>, method = 'GET') {
  const answer = await fetch(url, { method, headers });
  const told = new Map(answer.headers);
  for (const name of ['date', 'connection', 'keep-alive']) told.delete(name);
  return { status: answer.status, headers: Object.fromEntries(told), body: await answer.text() };
}

it('servers of two releases on one PostgreSQL answer for each other’s assets exactly as for their own', async () => {
  const databaseUrl = await temporaryPostgres();
  const [built, other] = [await start(databaseUrl, build), await startOther(databaseUrl)];
  for (const url of [built, other]) await expectAll(url, [...own, ...ofOther]);
  for (const address of oneOfEachType)
    for (const encoding of ['identity', 'gzip', 'br']) {
      const asked = { 'accept-encoding': encoding };
      const answer = await read(built + address, asked);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(await read(other + address, asked)).toEqual(answer);
      for (const url of [built, other]) {
        expect(await read(`${url}${address}?v=1`, asked, 'HEAD')).toEqual({ ...answer, body: '' });
        const again = { ...asked, 'if-none-match': answer.headers['etag'] ?? '' };
        expect(await read(url + address, again)).toMatchObject({ status: 304, body: '' });
      }
    }
  const none = { status: 404, headers: { 'cache-control': 'private, no-store' } };
  for (const url of [built, other]) expect(await read(`${url}/assets/neither-1.js`, {})).toMatchObject(none);
}, 60_000);

it('a server whose database does not answer has no such asset before a query would give up, and sends what it has', async () => {
  const databaseUrl = await temporaryPostgres();
  const url = await startOther(databaseUrl);
  await expectAll(url, ofOther);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  for (const name of ['read', 'locked'])
    await client.query(`INSERT INTO assets VALUES ('/assets/${name}.js', 'identity', 'x', now())`);
  await expectAll(url, ['/assets/read.js']);

  await client.query('BEGIN; LOCK TABLE assets');
  // A visitor who does not wait disturbs nobody.
  await expect(fetch(`${url}/assets/locked.js`, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  for (const name of ['locked', 'unknown']) {
    const begun = performance.now();
    expect(await statusOf(`${url}/assets/${name}.js`)).toBe(404);
    // It gives up after a second, or two; a query after ten.
    expect(performance.now() - begun).toBeLessThan(9000);
  }
  await expectAll(url, [...ofOther, '/assets/read.js']);
  await client.query('COMMIT');
  await expectAll(url, ['/assets/locked.js']);
}, 60_000);
