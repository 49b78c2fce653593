import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryPostgres, temporaryPostgresServer } from '../enquiries/testing/postgres.ts';
import { assetsPath, readStaticFiles } from '../server/static-files.ts';
import { builtPages } from './built-pages.ts';
import { siteDirectory } from '../process/site-directory.ts';
import { writeOtherBuild } from './testing/other-build.ts';
import { launchCopy } from './testing/site-process.ts';
import { startSite, temporaryDirectory } from './testing/site-under-test.ts';

const build = join(siteDirectory, 'build');
const patiently = { timeout: 25_000, interval: 50 };
const own = [...readStaticFiles(join(build, 'client')).keys()].filter((address) => address.startsWith(assetsPath));
const ofOther = own.map((address) => address.replace(/(?=\.\w+$)/, '-other'));

/** The release that is built, as it runs in production. */
async function startBuilt(databaseUrl: string): Promise<string> {
  const launched = launchCopy({ DATABASE_URL: databaseUrl });
  onTestFinished(async () => void (await launched.end()));
  return launched.address();
}

/** A server of another release. */
async function startOther(databaseUrl: string): Promise<string> {
  const directory = temporaryDirectory();
  writeOtherBuild(build, directory);
  return (await startSite({ DATABASE_URL: databaseUrl }, { pages: await builtPages(directory) })).url;
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

describe('servers of two releases on one PostgreSQL', () => {
  it('answer for each other’s assets exactly as for their own', { timeout: 60_000 }, async () => {
    const databaseUrl = await temporaryPostgres();
    const [built, other] = await Promise.all([startBuilt(databaseUrl), startOther(databaseUrl)]);
    await expectAll(built, [...own, ...ofOther]);
    await expectAll(other, [...own, ...ofOther]);
    for (const address of [...own, ...ofOther])
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
    for (const url of [built, other])
      expect(await read(`${url}/assets/neither-1.js`, {})).toMatchObject({
        status: 404,
        headers: { 'cache-control': 'private, no-store' },
      });
  });
});

describe('a server whose database does not answer', () => {
  it('says that there is no such asset before a query would give up, and sends its own and what it has read', async () => {
    const server = await temporaryPostgresServer();
    const url = await startOther(server.url);
    await expectAll(url, ofOther);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    client.on('error', () => {});
    for (const name of ['read', 'locked', 'stopped'])
      await client.query(`INSERT INTO assets VALUES ('/assets/${name}.js', 'identity', 'x', now())`);
    await expectAll(url, ['/assets/read.js']);
    const expectNone = async (address: string) => {
      const begun = performance.now();
      expect(await statusOf(url + address)).toBe(404);
      // It gives up after a second, or two; a query after ten.
      expect(performance.now() - begun).toBeLessThan(9000);
      await expectAll(url, [...ofOther, '/assets/read.js']);
    };

    await client.query('BEGIN; LOCK TABLE assets');
    // A visitor who does not wait disturbs nobody.
    await expect(fetch(`${url}/assets/locked.js`, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
    for (const address of ['/assets/locked.js', '/assets/unknown.js']) await expectNone(address);
    await client.query('COMMIT');
    await expectAll(url, ['/assets/locked.js']);
    await server.stop();
    for (const address of ['/assets/stopped.js', '/assets/unknown.js']) await expectNone(address);
    await server.start();
    await expectAll(url, ['/assets/stopped.js']);
  }, 60_000);
});
