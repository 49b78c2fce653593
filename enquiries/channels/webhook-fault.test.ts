import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { faultOfWebhook } from './http-webhook.ts';

const secretOf = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`;
const url = 'https://hooks.example.com/enquiries?key=a-key';

describe('the settings of the webhook', () => {
  it.each([
    ['a public address', url, undefined],
    ['a public IP address and a port', 'https://1.1.1.1:8443/', undefined],
    ['a private host that is named', 'https://10.0.0.7/', '10.0.0.7'],
    ['http:// to a private host that is named', 'http://Intranet:8080/x', 'INTRANET'],
    ['an IPv6 address that is named', 'http://[::1]:8080/', '[::1]'],
  ])('may be %s', (_what, address, privateHost) => {
    expect(faultOfWebhook(address, secretOf(32), privateHost)).toBeNull();
  });

  it.each([
    ['no address', 'hooks.example.com', undefined, /^WEBHOOK_URL takes an https/],
    ['another protocol', 'ftp://hooks.example.com/', undefined, /^WEBHOOK_URL takes an https/],
    ['http:// to the internet', 'http://hooks.example.com/', undefined, /^WEBHOOK_URL .*https/],
    ['a user and password', 'https://a:key@hooks.example.com/', undefined, /^WEBHOOK_URL .*without user/],
    ['a private address', 'https://10.0.0.7/?key=a-key', undefined, /^WEBHOOK_URL .*private/],
    ['this machine, written as a number', 'https://2130706433/', undefined, /^WEBHOOK_URL .*private/],
    ['the data of a cloud', 'https://[::ffff:169.254.169.254]/', undefined, /^WEBHOOK_URL .*private/],
    ['a private host with a port', 'https://10.0.0.7:81/?key=a-key', '10.0.0.7:81', /^WEBHOOK_PRIVATE_HOST/],
    ['another private host', 'https://10.0.0.7/?key=a-key', '10.0.0.8', /^WEBHOOK_PRIVATE_HOST/],
  ])('are refused with %s, and not repeated', (_what, address, privateHost, says) => {
    const fault = faultOfWebhook(address, secretOf(32), privateHost);
    expect(fault).toMatch(says);
    expect(fault).not.toMatch(/key=|:key/);
  });

  it('take a secret of 24 to 64 bytes', () => {
    for (const bytes of [24, 64]) expect(faultOfWebhook(url, secretOf(bytes), undefined)).toBeNull();
    const encoded = randomBytes(32).toString('base64');
    const unusable = [secretOf(23), secretOf(65), '', encoded, `whsec_${encoded}!`, `whsec_${encoded.slice(0, -1)}`];
    for (const secret of [undefined, ...unusable]) {
      const fault = faultOfWebhook(url, secret, undefined);
      expect(fault).toMatch(/^WEBHOOK_SECRET takes whsec_/);
      expect(fault).not.toContain(encoded.slice(0, 20));
    }
  });
});
