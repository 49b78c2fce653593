import { describe, expect, it } from 'vitest';
import * as content from '../content/release-content.ts';
import { startTestServer } from '../start/testing/test-server.ts';
import { standInContent } from '../start/testing/stand-in-pages.ts';
import { contactContentPath } from './contact-content.ts';

/** A site whose words are others once they are told so. */
async function start() {
  const followed = standInContent();
  const shown = { ...followed.getRenderedSite() };
  const { url } = await startTestServer({}, { contentFollower: { ...followed, getRenderedSite: () => shown } });
  const ask = (headers: Record<string, string> = {}) => fetch(url + contactContentPath, { headers });
  const publish = (phone: string) =>
    (shown.content = { ...content, site: { ...content.site, contact: { ...content.site.contact, phone } } });
  return { ask, publish };
}

describe('GET /api/content/contact', () => {
  it('answers the record of the words that are shown', async () => {
    const { ask, publish } = await start();
    const response = await ask();
    expect([response.status, await response.json()]).toEqual([200, content.site.contact]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    publish('+44 1');
    expect(await (await ask()).json()).toEqual({ ...content.site.contact, phone: '+44 1' });
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
