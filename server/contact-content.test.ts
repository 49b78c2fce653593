import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { site } from '../content/words.ts';
import { startSite } from '../start/testing/site-under-test.ts';
import { errorOf } from '../start/testing/submissions.ts';
import { contactContentPath } from './contact-content.ts';

// The time goes on by `advanceTimersByTime` alone.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A site whose settings cannot be read when they are told so. */
async function start(env: Record<string, string> = {}) {
  const settings = { isAway: false, overrides: {} as Record<string, string> };
  const overrides = async () => {
    if (settings.isAway) throw new Error('SQLITE_CORRUPT: secret detail');
    return settings.overrides;
  };
  const { url, log } = await startSite(env, { contactSettings: { overrides } });
  const ask = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + contactContentPath, { headers, method });
  return { ask, log, settings };
}

describe('GET /api/content/contact', () => {
  it('answers the built-in record, and what the operator has set, field by field', async () => {
    const { ask, settings } = await start();
    const response = await ask();
    expect([response.status, await response.json()]).toEqual([200, site.contact]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const linkedin = 'https://www.linkedin.com/company/x';
    settings.overrides = { phone: '+44 1', linkedin };
    vi.advanceTimersByTime(1000);
    expect(await (await ask()).json()).toEqual({ ...site.contact, phone: '+44 1', socialMedia: { linkedin } });
  });

  it('answers 304 to who has it already, until it changes', async () => {
    const { ask, settings } = await start();
    const etag = (await ask()).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await ask({ 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    settings.overrides = { phone: '+44 2' };
    vi.advanceTimersByTime(1000);
    expect((await ask({ 'if-none-match': etag })).status).toBe(200);
  });

  it('may be read by an allowed origin’s pages, and its answer says so to them alone', async () => {
    const { ask } = await start({ ALLOWED_ORIGINS: 'https://cdn.example' });
    const { headers } = await ask({ origin: 'https://cdn.example' });
    expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
      'https://cdn.example',
      'Origin',
    ]);
    const other = await ask({ origin: 'https://evil.example' });
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    expect(other.headers.get('vary')).toBe('Origin');
  });

  it('answers 500 without a word of the cause where the settings cannot be read again, and recovers', async () => {
    const { ask, log, settings } = await start();
    expect((await ask()).status).toBe(200);
    settings.isAway = true;
    vi.advanceTimersByTime(1000);
    for (const response of await Promise.all([ask(), ask()])) {
      expect(response.status).toBe(500);
      expect(await errorOf(response)).toEqual({ code: 'internal', message: expect.not.stringContaining('secret') });
    }
    expect(log()).toContain('SQLITE_CORRUPT');
    settings.isAway = false;
    expect((await ask()).status).toBe(200);
  });
});
