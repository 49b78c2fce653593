import { describe, expect, it } from 'vitest';
import * as words from '../content/words.ts';
import { startSite } from '../start/testing/site-under-test.ts';
import { standInWords } from '../start/testing/stand-in-pages.ts';
import { contactContentPath } from './contact-content.ts';

/** A site whose words are others once they are told so. */
async function start() {
  const followed = standInWords();
  const shown = { ...followed.current() };
  const { url } = await startSite({}, { words: { ...followed, current: () => shown } });
  const ask = (headers: Record<string, string> = {}) => fetch(url + contactContentPath, { headers });
  const publish = (phone: string) =>
    (shown.words = { ...words, site: { ...words.site, contact: { ...words.site.contact, phone } } });
  return { ask, publish };
}

describe('GET /api/content/contact', () => {
  it('answers the record of the words that are shown', async () => {
    const { ask, publish } = await start();
    const response = await ask();
    expect([response.status, await response.json()]).toEqual([200, words.site.contact]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    publish('+44 1');
    expect(await (await ask()).json()).toEqual({ ...words.site.contact, phone: '+44 1' });
  });

  it('answers 304 to who has it already, until it changes', async () => {
    const { ask, publish } = await start();
    const etag = (await ask()).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await ask({ 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    publish('+44 2');
    expect((await ask({ 'if-none-match': etag })).status).toBe(200);
  });
});
