import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fields } from '../enquiries/testing/samples.ts';
import { refusal, startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { sendContactEmailPath } from '../server/send-contact-email.ts';
import { converse } from '../start/testing/raw-connection.ts';
import { startStoredSite } from '../start/testing/stored-site.ts';
import { startSite, type SiteUnderTest } from '../start/testing/site-under-test.ts';
import { submit } from '../start/testing/submissions.ts';

const acting = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Reads the log as a collector does: a line is what ends with \n, and every line is an object of ours. */
function linesOf(site: SiteUnderTest): Record<string, unknown>[] {
  const lines = site.log().split('\n').slice(0, -1);
  return lines.map((line) => {
    expect(line).not.toMatch(acting);
    const object = JSON.parse(line) as Record<string, unknown>;
    expect(Object.keys(object).slice(0, 2)).toEqual(['level', 'time']);
    return object;
  });
}

/** Sends a POST as bytes, which `fetch` would clean up first. */
function sendRaw({ url }: SiteUnderTest, path: string, headers: Record<string, string>, body: string) {
  const all = { host: 'x', connection: 'close', 'content-length': `${Buffer.byteLength(body)}`, ...headers };
  const lines = [`POST ${path} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`), '', ''];
  return converse(url, Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), Buffer.from(body)]));
}

const marker = 'Xyzzy';

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom('\r\n', '\n', '\u001B[2J', '\u009B1A', '\u0085', '\u2028', '\u2029', '\u202E', '\u0000'),
      fc.constantFrom('{"level":60,"time":1,"msg":"', '"}\n{"level":60}', '\\', '%0A', '%s %j', '${jndi:x}'),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => marker + parts.join(marker));

/** As far as HTTP lets it through in a header: every byte but control characters below 128. */
const asBytes = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[\0-\u001F\u007F]/g, '_');

describe('a hostile request', () => {
  it('cannot forge a line of the log, nor get a word of its fields, query or headers into it', async () => {
    const site = await startSite();
    const json = { 'content-type': 'application/json' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await fc.assert(
      fc.asyncProperty(hostileText, fc.constantFrom(...Object.keys(fields)), async (text, field) => {
        const before = linesOf(site).length;
        const bytes = asBytes(text);
        const headers = { 'user-agent': bytes, referer: bytes, 'x-forwarded-for': bytes, 'x-request-id': bytes };
        const query = `?q=${encodeURIComponent(text.toWellFormed())}`;
        const enquiry = JSON.stringify({ ...fields, [field]: text });
        await sendRaw(site, sendContactEmailPath + query, { ...headers, ...json }, enquiry);
        const keyed = { ...headers, ...json, 'idempotency-key': bytes };
        await sendRaw(site, sendContactEmailPath, keyed, `{"name":"${text}`);
        await sendRaw(site, `/contact${query}`, { ...headers, ...form }, text);
        const lines = linesOf(site).slice(before);
        expect(lines.map(({ msg }) => msg)).toEqual(['request', 'request', 'request']);
        expect(site.log()).not.toContain(marker);
      }),
      { numRuns: 50 },
    );
    expect(site.log()).toContain('"status":200');
    expect(site.log()).not.toContain('127.0.0.1"');
  });

  it('cannot forge a line by its path, of which an e-mail address is left out', async () => {
    const site = await startStoredSite();
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const before = linesOf(site).length;
        // Quotation marks, braces and backslashes as they are: the rest is refused as no HTTP unless it is encoded.
        const path = text.toWellFormed().replaceAll(/[^\x21-\x7E]/gu, encodeURIComponent);
        await sendRaw(site, `/a/ada@example.com/${path}`, {}, '');
        expect(linesOf(site).slice(before)).toEqual([
          expect.objectContaining({ msg: 'unknown path', path: expect.stringMatching(/^\/a\/\[address\]\//) }),
        ]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a mail server', () => {
  it('cannot forge a line of the log by its reply, nor repeat there what the visitor wrote', async () => {
    const words = `${fields.subject} ${fields.name} <${fields.email}>`;
    const peer = await startSmtpPeer({
      onMail: (_mail, take) => take(refusal(554, `5.7.1 ${words}\u2028{"level":60}\u001B[2J\u009B1A "}`)),
    });
    const site = await startSite({ SMTP_URL: peer.url });
    await submit(site);
    await site.core.enquiries.deliverDue();
    const failure = linesOf(site).find(({ msg }) => String(msg).startsWith('mail failed'));
    expect(failure).toMatchObject({ attempt: 1, reason: expect.stringMatching(/554/) });
    expect(site.log()).not.toMatch(new RegExp(`${fields.subject}|${fields.name}|${fields.email}`));
  });
});
