import { extname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryPostgres } from '../enquiries/testing/postgres.ts';
import { siteDirectory } from '../process/site-directory.ts';
import { assetsPath, readStaticFiles } from '../server/static-files.ts';
import { builtPages } from './built-pages.ts';
import { writeOtherBuild } from './testing/other-build.ts';
import { startSite, temporaryDirectory } from './testing/site-under-test.ts';

const build = join(siteDirectory, 'build');
const own = [...readStaticFiles(join(build, 'client')).keys()].filter((address) => address.startsWith(assetsPath));
const all = [...own, ...own.map((address) => address.replace(/(?=\.\w+$)/, '-other'))];
const oneOfEachType = new Map(all.map((address) => [`${extname(address)} ${address.includes('-other')}`, address]));

/** All of the answer but what differs from one moment to the next. */
async function read(url: string, headers: Record<string, string>, method = 'GET') {
  const answer = await fetch(url, { method, headers });
  const told = new Map(answer.headers);
  for (const name of ['date', 'connection', 'keep-alive']) told.delete(name);
  return { status: answer.status, headers: Object.fromEntries(told), body: await answer.text() };
}

it('servers of two releases on one PostgreSQL answer for each other’s assets exactly as for their own', async () => {
  const DATABASE_URL = await temporaryPostgres();
  const directory = temporaryDirectory();
  await writeOtherBuild(build, directory);
  const start = async (from: string) => (await startSite({ DATABASE_URL }, { pages: await builtPages(from) })).url;
  const [one, other] = [await start(build), await start(directory)];
  for (const url of [one, other]) {
    const statuses = () => Promise.all(all.map(async (address) => (await fetch(url + address)).status));
    await expect.poll(statuses, { timeout: 25_000, interval: 50 }).toEqual(all.map(() => 200));
  }
  for (const address of oneOfEachType.values())
    for (const encoding of ['identity', 'gzip', 'br']) {
      const asked = { 'accept-encoding': encoding };
      const answer = await read(one + address, asked);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(await read(other + address, asked)).toEqual(answer);
      for (const url of [one, other]) {
        expect(await read(`${url}${address}?v=1`, asked, 'HEAD')).toEqual({ ...answer, body: '' });
        const again = { ...asked, 'if-none-match': answer.headers['etag'] ?? '' };
        expect(await read(url + address, again)).toMatchObject({ status: 304, body: '' });
      }
    }
  const none = { status: 404, headers: { 'cache-control': 'private, no-store' } };
  for (const url of [one, other]) expect(await read(`${url}/assets/neither-1.js`, {})).toMatchObject(none);
}, 60_000);
