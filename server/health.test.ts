import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { release as version } from '../process/site-directory.ts';
import { startSite, temporaryDirectory } from '../start/testing/site-under-test.ts';
import { errorOf } from '../start/testing/submissions.ts';

const dayAgo = new Date(Date.now() - 24 * 60 * 60 * 1000);

describe.each(['/healthz', '/readyz'])('%s', (path) => {
  it('says that all is well, and to HEAD without words', async () => {
    const { url } = await startSite();
    const response = await fetch(url + path);
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ok', ...(path === '/readyz' && { version }) },
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const head = await fetch(url + path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('answers 405 to what is not reading', async () => {
    const { url } = await startSite();
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await fetch(url + path, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect((await errorOf(response)).code).toBe('method_not_allowed');
    }
  });
});

describe('/healthz', () => {
  it('does not look at the database', async () => {
    const { url } = await startSite({}, { enquiries: { proveWritable: () => Promise.reject(new Error('full')) } });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});

describe('/readyz', () => {
  it('answers 503 with Retry-After when nothing can be stored, and tells nobody why', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    const { url, log } = await startSite({ DATABASE_URL: `sqlite:${path}` });
    const operator = new DatabaseSync(path);
    operator.exec('DROP TABLE settings');
    operator.close();
    const response = await fetch(`${url}/readyz`);
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'unavailable', database: 'not writable', version },
    ]);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await fetch(`${url}/readyz`, { method: 'HEAD' })).status).toBe(503);
    expect(log().match(/"msg":"not ready"/g)).toHaveLength(1);
    expect(log()).toContain('no such table: settings');
  });

  it('answers 200 when mail has been failing, without saying how much', async () => {
    const counts = { due: 4, delivered: 5, failed: 6, quarantined: 7 };
    const health = async () => ({
      counts,
      oldestDue: dayAgo,
      oldestFailing: dayAgo,
      isDigestFailing: false,
      isWebhookOff: false,
      lastBackupAt: null,
    });
    const { url } = await startSite({}, { enquiries: { health } });
    const response = await fetch(`${url}/readyz`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'degraded', mail: 'failing', version }]);
  });
});
