import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startSite } from '../start/testing/site-under-test.ts';

async function askForMessage() {
  const { url, log } = await startSite({ SITE_URL: 'https://www.example.com' });
  const response = await fetch(`${url}/contact`, { method: 'POST', headers: { origin: 'https://evil.example' } });
  return { headers: Object.fromEntries(response.headers), html: await response.text(), log };
}

describe('the page in place of one that cannot be shown', () => {
  it('gives the reference by which the log knows the request', async () => {
    const { headers, html, log } = await askForMessage();
    const reference = headers['x-request-id'] ?? 'none';
    expect(html).toContain(reference);
    expect(log()).toContain(`"requestId":"${reference}"`);
  });

  it('may load nothing and run nothing, and is kept by nobody', async () => {
    const { headers, html } = await askForMessage();
    expect(html).toContain('<html lang="en-GB">');
    const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers).toMatchObject({
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
