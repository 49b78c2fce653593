import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startSite } from '../start/testing/site-under-test.ts';

const crossSite = {
  method: 'POST',
  headers: { origin: 'https://evil.example' },
  body: new URLSearchParams({ a: 'b' }),
};

describe('the page in place of one that cannot be shown', () => {
  it('gives the reference by which the log knows the request', async () => {
    const { url, log } = await startSite();
    const response = await fetch(`${url}/contact`, crossSite);
    const reference = response.headers.get('x-request-id') ?? 'none';
    expect(await response.text()).toContain(reference);
    expect(log()).toContain(`"requestId":"${reference}"`);
  });

  it('may load nothing and run nothing, and is kept by nobody', async () => {
    const { url } = await startSite({ SITE_URL: 'https://www.example.com' });
    const response = await fetch(`${url}/contact`, crossSite);
    const style = /<style>([^<]*)<\/style>/.exec(await response.text())?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000',
    });
  });
});
