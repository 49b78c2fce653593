import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { site } from '../content/words.ts';
import { startSite } from '../start/testing/site-under-test.ts';
import { errorOf } from '../start/testing/submissions.ts';
import { contactContentPath } from './contact-content.ts';

// The time goes on by `advanceTimersByTime` alone.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A site that counts how often its settings are read, and fails in it when it is told to. */
async function startCounting(env: Record<string, string> = {}) {
  const settings = { reads: 0, isAway: false, overrides: { phone: '+44 1' } };
  const overrides = async () => {
    settings.reads += 1;
    if (settings.isAway) throw new Error('SQLITE_CORRUPT: secret detail');
    return settings.overrides;
  };
  return { ...(await startSite(env, { contactSettings: { overrides } })), settings };
}

describe('GET /api/content/contact', () => {
  it('answers the built-in record, and what the operator has set, field by field', async () => {
    const { url, core } = await startSite();
    const response = await fetch(url + contactContentPath);
    expect([response.status, await response.json()]).toEqual([200, site.contact]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const linkedin = 'https://www.linkedin.com/company/x';
    vi.advanceTimersByTime(1000);
    await core.contactSettings.set('phone', '+44 1', 'anna@ours.example');
    await core.contactSettings.set('linkedin', linkedin, 'anna@ours.example');
    const record = await (await fetch(url + contactContentPath)).json();
    expect(record).toEqual({ ...site.contact, phone: '+44 1', socialMedia: { linkedin } });
  });

  it('answers 304 to who has it already, until it changes', async () => {
    const { url, core } = await startSite();
    const etag = (await fetch(url + contactContentPath)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await fetch(url + contactContentPath, { headers: { 'if-none-match': known } });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    await core.contactSettings.set('phone', '+44 2', 'anna@ours.example');
    vi.advanceTimersByTime(1000);
    const changed = await fetch(url + contactContentPath, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
  });

  it('answers HEAD without a body', async () => {
    const { url } = await startSite();
    const response = await fetch(url + contactContentPath, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(50);
  });

  it('may be read by an allowed origin’s pages, and its answer says so to them alone', async () => {
    const { url } = await startSite({ ALLOWED_ORIGINS: 'https://cdn.example' });
    const allowed = await fetch(url + contactContentPath, { headers: { origin: 'https://cdn.example' } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://cdn.example');
    expect(allowed.headers.get('vary')).toBe('Origin');
    const other = await fetch(url + contactContentPath, { headers: { origin: 'https://evil.example' } });
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });

  it('reads the settings once a second, however many ask', async () => {
    const { url, settings } = await startCounting();
    const ask = async () => (await (await fetch(url + contactContentPath)).json()) as { phone: string };
    for (let count = 0; count < 20; count += 1) await ask();
    settings.overrides = { phone: '+44 2' };
    vi.advanceTimersByTime(999);
    expect(await ask()).toMatchObject({ phone: '+44 1' });
    expect(settings.reads).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await ask()).toMatchObject({ phone: '+44 2' });
    expect(settings.reads).toBe(2);
  });

  it('answers 500 without a word of the cause where the settings cannot be read again, and recovers', async () => {
    const { url, log, settings } = await startCounting();
    const ask = () => fetch(url + contactContentPath);
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

  it('answers a preflight, and refuses every other method', async () => {
    const { url } = await startCounting();
    await fetch(url + contactContentPath);
    const statuses = ['OPTIONS', 'POST', 'DELETE'].map(
      async (method) => (await fetch(url + contactContentPath, { method })).status,
    );
    expect(await Promise.all(statuses)).toEqual([204, 405, 405]);
  });
});
