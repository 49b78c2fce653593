import { describe, expect, it } from 'vitest';
import { composeMail, type MailPart } from './compose-mail.ts';

const from = { name: 'Ours', address: 'site@ours.example' };
const head = { uniqueName: 'one', date: new Date(), from, to: ['anna@ours.example'], subject: 'A <subject>' };
const url = 'https://office.ours.example/?a=1&b=2';
const quoted: [string, string][] = [
  ['A longer label', 'https://evil.example'],
  ['<b>', '<script>'],
];
const parts: MailPart[] = [
  '<img src="x" onerror=\'a\'>&amp;\nSecond.',
  { heading: 'Two facts' },
  { facts: [['Known', { url }]] },
  { quote: [{ facts: quoted }] },
  { items: [{ title: 'An "><a href="https://evil.example"> <enquiry>', url, lines: ['a line'] }] },
  { label: 'All of them', url },
];

describe('a mail', () => {
  it('is sent by the site itself, which gets the replies, unless its head says otherwise', () => {
    expect(composeMail(head, [])).toMatchObject({ replyTo: from, autoSubmitted: 'auto-generated' });
    const other = { replyTo: { name: '', address: 'bob@ours.example' }, autoSubmitted: 'auto-replied' } as const;
    expect(composeMail({ ...head, ...other }, [])).toMatchObject(other);
  });

  it('has its parts as text, with the values of all tables in line', () => {
    expect(composeMail(head, parts).text).toBe(
      [
        '<img src="x" onerror=\'a\'>&amp;\nSecond.',
        'Two facts',
        `Known:          ${url}`,
        'A longer label: https://evil.example\n<b>:            <script>',
        `An "><a href="https://evil.example"> <enquiry>\n  a line\n  ${url}`,
        `All of them: ${url}\n`,
      ].join('\n\n'),
    );
  });

  it('has the same parts as HTML, in which what was typed is text and links nowhere, and nothing has a style attribute', () => {
    const { html = '' } = composeMail(head, parts);
    expect(html).toContain('<title>A &lt;subject&gt;</title>');
    const escaped = '&lt;img src=&quot;x&quot; onerror=&#39;a&#39;&gt;&amp;amp;';
    expect(html).toContain(`<p dir="auto">${escaped}<br>\nSecond.</p>`);
    expect(html.match(/href="[^"]*"/g)).toEqual(Array(3).fill(`href="${url.replace('&', '&amp;')}"`));
    expect(html).not.toMatch(/<img|<script|<b>\W|<enquiry|style=/);
  });

  it('that a person wrote is text alone', () => {
    expect(composeMail({ ...head, autoSubmitted: 'no' }, ['Dear Ada,']).html).toBeUndefined();
  });

  it.each([
    { subject: 'a\r\nBcc: all@example.com' },
    { to: ['a@example.com\nBcc: all@example.com'] },
    { replyTo: { name: 'a\nb', address: 'a@example.com' } },
    { replyTo: { name: '', address: 'a@example.com\n' } },
  ])('is never composed with a line break in a header field: %j', (changes) => {
    expect(() => composeMail({ ...head, ...changes }, [])).toThrow(/line break/);
  });
});
