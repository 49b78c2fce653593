import { expect, it } from 'vitest';
import { isEmailAddress } from '../enquiries/enquiry.ts';
import { formatCsvRow } from '../enquiries/export-csv.ts';
import { addReferenceToSubject } from '../enquiries/notifications/enquiry-mail.ts';
import { parseReferenceToIdSuffix } from '../enquiries/reference.ts';
import { extractSearchWords, findPhoneNumber } from '../enquiries/search-words.ts';
import { findSpamReason, hashEnquiryText } from '../enquiries/triage.ts';
import { classifyMail } from '../mailbox/classify-mail.ts';
import { cleanFileName, findMediaType } from '../text/file-kinds.ts';
import { decodeMixedText } from '../mailbox/character-sets.ts';
import { convertHtmlToText } from '../mailbox/html-to-text.ts';
import { createEarlierWords } from '../mailbox/earlier-words.ts';
import { hasNewWords } from '../mailbox/new-words.ts';
import { parseMail } from '../mailbox/parse-mail.ts';
import { splitQuotedText } from '../mailbox/quoted-text.ts';
import { listTextParts } from '../mailbox/text-parts.ts';
import { formatMailtoUrl } from '../office/inbox/enquiry.tsx';
import { sanitiseReturnPath } from '../office/shared/return-path.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { redactPath } from '../process/log.ts';
import { redactError, redactFailureReason, redactSecrets } from '../process/redact-error.ts';
import { createOtherHostCheck, findCanonicalUrl } from '../server/canonical-url.ts';
import { parseSenderKeys } from '../server/rate-limits.ts';
import { hasMatchingEntityTag } from '../server/static-files.ts';
import { classifyViewReport } from '../statistics/view-counter.ts';
import { parseVisitSource } from '../statistics/visit.ts';
import { cleanLine, cleanText } from '../text/clean-text.ts';
import { describeHiddenCharacters } from '../text/hidden-characters.ts';

const length = 100_000;
const fill = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const parse = (mail: string) => {
  const source = Buffer.from(mail);
  return parseMail({ uid: 1, source, isCut: false, size: source.length, receivedAt: new Date(0) }, 'UTC');
};
const classify = (text: string, part: string) => {
  const fields = ['auto-submitted', 'precedence', 'x-autoreply', 'return-path', 'x-failed-recipients'];
  const headers = fields.map((key) => ({ key, originalKey: key, value: text }));
  const content = Buffer.from(text).buffer;
  const attachments = [{ mimeType: part, filename: null, disposition: null, content }];
  const from = { name: '', address: 'mailer-daemon@x.example' };
  return classifyMail({ attachments, from, headers, headerLines: [], subject: text }, text, []);
};
const page = new URLSearchParams({ page: '/' });
const visit = (value: string) =>
  ['host', 'from', 'utm_source'].map((name) => parseVisitSource(`${new URLSearchParams({ [name]: value })}`, ['/']));
const isOtherHost = createOtherHostCheck({ siteUrl: 'https://avonspan.example' });

const shortLines = [':', '_', 'a', '> x\n-- ', 'x\n> ', 'wrote:', 'From: x', 'On 1:00 wrote:\n> x'];
const longLines = [`On <a${'@'.repeat(494)}:`, `x\n${'-'.repeat(499)}:`, `--${' '.repeat(497)}:`];
const worstQuotations = [...shortLines, ...longLines, `--a${'wrote: --'.repeat(54)}:`].map((line) => `${line}\n`);

/** What meets a stranger's text, each with the pieces of which its own worst texts are made. */
const meetings: [name: string, meet: (text: string) => unknown, pieces: string[]][] = [
  ['quotations of a mail', splitQuotedText, worstQuotations],
  [
    'quotations of earlier mails',
    (text) => {
      const earlier = createEarlierWords();
      earlier.add(text);
      return listTextParts(`x\n-----Original Message-----\n${text}`, earlier);
    },
    ['a ', 'a\n', 'On 1:00 wrote:\n', 'From: x\nSent:\nSubject:\n'],
  ],
  [
    'HTML of a mail',
    (text) => [convertHtmlToText(text), hasNewWords(convertHtmlToText(text, 'seen'), text)],
    [
      '<div><b>',
      '</i><b>',
      '<a href=http://x>',
      '<b style="color :',
      '<blockquote>x',
      '<',
      '&',
      "<a b='",
      '<!--',
      '<script></scrip',
      ' x',
      '<td>',
    ],
  ],
  ['bytes of a mail', (text) => decodeMixedText(Buffer.from(text, 'latin1')), ['\xE9 ', '\xE9', '\xC3\xA9\xE9']],
  ['a mail', (text) => parse(`From: a@b.example\n\n${text}`), ['\n', 'x\n', '--\n']],
  [
    'fields of a mail',
    (text) => parse(`From: ${text}\nAuthentication-Results: ${text}\n\n`),
    ['<a', '"', '(', '(\\)', '\\', ' ', '=?', 'a,', 'a:', '=?u?q?=?=', '=?u?q?=E9?= ', ';', 'dmarc /', '; dmarc '],
  ],
  ['HTML mails', (text) => parse(`Content-Type: text/html\n\n${text}`), ['"data:', '\'data:"', '<img src="data:']],
  [
    'kinds of a mail',
    (text) => classify(text, 'text/plain'),
    ['no ', 'Message-ID: <', 'subject:', '\n subject:', 'message-id:\n', '< ', '<a@', '> ', '5.1', '550 ', '\n<a'],
  ],
  [
    'returned mails',
    (text) => classify(text, 'message/delivery-status'),
    ['Action:\n', 'final-recipient:;\n', 'Status:\n', '\n ', 'diagnostic-code:;'],
  ],
  ['names of files', (text) => [cleanFileName(text), findMediaType(text)], ['/', '.', '.a', '\u200B', 'a']],
  [
    'search words',
    extractSearchWords,
    ['1', '1 ', '+(', '(0)', '\uFF9E\u0301', `${'\u0301'.repeat(500)}${'\u0316'.repeat(500)}`, "Σ'"],
  ],
  ['references', (text) => parseReferenceToIdSuffix(text), ['1 ', '-', 'a']],
  ['telephone numbers', findPhoneNumber, ['1', '1 ', '+(', '(0)', '0117 ']],
  [
    'hidden characters',
    (text) => describeHiddenCharacters([text]),
    ['\u200B', '\u200Bx', '👩\u200D', '\uFE0F', 'ا\u200C'],
  ],
  ['cleaning', (text) => [cleanText(text), cleanLine(text)], ['\r\n', '\r', '\t', ' ', '\0', '\uD800']],
  [
    'a form',
    (text) => [
      isEmailAddress(text),
      hashEnquiryText({ ...fields, message: text }),
      findSpamReason({ honeypotValue: '', idempotencyKey: text }, new Date(0)),
    ],
    ['a', 'a.', 'a@', 'a@a.', ' ', 'form-'],
  ],
  [
    'links to an address',
    (text) => formatMailtoUrl({ email: text, subject: text, reference: '' }),
    ['@', 'a@', '\u200B'],
  ],
  [
    'mails and exports',
    (text) => [escapeHtml(text), addReferenceToSubject(text, { id: '' }), formatCsvRow([text])],
    ['=?', '"', ' ', '&'],
  ],
  [
    'paths',
    (text) => [findCanonicalUrl(`/${text}`, new Map()), redactPath(`/${text}`), sanitiseReturnPath(`/${text}`)],
    ['/', '/\\', '%0a', '.html', '/index.html', '@'],
  ],
  [
    'header fields',
    (text) => [isOtherHost({ host: text }), hasMatchingEntityTag(text, 'x'), parseSenderKeys(text), visit(text)],
    ['.', ',', 'a.', ':1', ']:1', '%', '['],
  ],
  [
    'browsers',
    (text) => classifyViewReport({ parameters: page, userAgent: `${text}\n`, pagePaths: [] }),
    ['a', '1.', 'a/1.1', 'a ', '@a', '; a;', 'a:%'],
  ],
  [
    'errors',
    (text) => [redactError(new Error(text)), redactFailureReason(text), redactSecrets(text, ['a'])],
    ['a', '@', '250 ', '250-2.0.0 ', ' '],
  ],
];
const fields = { name: '', email: 'a@b.example', company: '', subject: '' };

it.each(meetings)('100 KB of %s take no time that anybody notices', async (_name, meet, pieces) => {
  for (const piece of pieces) {
    const times: number[] = [];
    for (let run = 0; run < 2; run += 1) {
      const start = process.threadCpuUsage();
      await meet(fill(piece));
      const { user, system } = process.threadCpuUsage(start);
      times.push((user + system) / 1000);
    }
    // Most take 30 ms of the processor, on a busy one several times as much. What grows with the square takes many seconds.
    expect(Math.min(...times), JSON.stringify(piece.slice(0, 40))).toBeLessThan(1000);
  }
});
