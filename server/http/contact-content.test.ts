import { describe, expect, it } from 'vitest';
import { site } from '../../content/site.ts';
import { startSite } from '../testing/site-under-test.ts';
import { contactContentPath } from './contact-content.ts';

describe('GET /api/content/contact', () => {
  it('answers the built-in record', async () => {
    const { url } = await startSite();
    const response = await fetch(url + contactContentPath);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.json()).toEqual(site.contact);
  });

  it('answers what the operator has set, field by field, at once', async () => {
    const { url, composition } = await startSite();
    await composition.contactSettings.set('phone', '+44 1');
    await composition.contactSettings.set('linkedin', 'https://www.linkedin.com/company/x');
    const record = await (await fetch(url + contactContentPath)).json();
    expect(record).toEqual({
      ...site.contact,
      phone: '+44 1',
      socialMedia: { linkedin: 'https://www.linkedin.com/company/x' },
    });
  });

  it('answers 304 to who has it already, until it changes', async () => {
    const { url, composition } = await startSite();
    const etag = (await fetch(url + contactContentPath)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await fetch(url + contactContentPath, { headers: { 'if-none-match': known } });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    await composition.contactSettings.set('phone', '+44 2');
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

  it('answers 500 without a word of the cause when the settings cannot be read', async () => {
    const contactSettings = { overrides: () => Promise.reject(new Error('SQLITE_CORRUPT: secret detail')) };
    const { url, log } = await startSite({}, { contactSettings });
    const response = await fetch(url + contactContentPath);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: { code: 'internal', message: expect.any(String), requestId: response.headers.get('x-request-id') },
    });
    expect(log()).toContain('SQLITE_CORRUPT');
  });
});
