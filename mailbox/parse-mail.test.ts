import { expect, it } from 'vitest';
import { parseMail } from './parse-mail.ts';
import type { RawMail } from './received-mail.ts';

const receivedAt = new Date('2026-11-27T12:00:00Z');

function parse(mail: string | Uint8Array, changes: Partial<RawMail> = {}) {
  const source = typeof mail === 'string' ? Buffer.from(mail) : mail;
  return parseMail({ uid: 1, source, isCut: false, size: source.length, receivedAt, ...changes });
}
const pdfPart = (name: string, body = 'JVBERi0=') =>
  `--b\nContent-Type: application/pdf\nContent-Disposition: attachment; ${name}\nContent-Transfer-Encoding: base64\n\n${body}\n`;
const mixed = (...parts: string[]) =>
  `From: a@b.example\nContent-Type: multipart/mixed; boundary=b\n\n${parts.join('')}--b--`;

it.each([
  ['encoded words with a line break', 'Subject: =?utf-8?q?One=0D=0ABcc:_x?=\n\n', { subject: 'One Bcc: x' }],
  ['several senders', 'From: A <a@b.example>, c@d.example\n\n', { from: { name: 'A', address: 'a@b.example' } }],
  ['no sender but a Sender', 'Sender: c@d.example\n\n', { from: { name: '', address: 'c@d.example' } }],
  ['no sender at all', 'Subject: x\n\n', { from: { name: '', address: '' } }],
  ['a sender in a group', 'From: Team: a@b.example;\n\n', { from: { name: '', address: 'a@b.example' } }],
  ['a reply by way of a group', 'Precedence: list\nIn-Reply-To: <a@b>\n\n', { kind: 'person' }],
  ['nothing', '', { text: '', kind: 'person', files: [], messageId: '' }],
  [
    'references, the newest first',
    'References: <a@b> <c@d>\nIn-Reply-To: <c@d>\n\n',
    { references: ['<c@d>', '<a@b>'] },
  ],
  ['an In-Reply-To without brackets', 'In-Reply-To: a@b\n\n', { references: ['<a@b>'] }],
  ['an unknown character set', 'Content-Type: text/plain; charset=x-none\n\nHello', { text: 'Hello' }],
  ['NUL and escape characters', '\n\nHe\u0000l\u001Blo', { text: 'Hello' }],
  ['scripts', 'Content-Type: text/html\n\n<script>alert(1)</script><p onclick="x">1 &lt; 2</p>', { text: '1 < 2' }],
  ['a list', 'Precedence: list\n\n', { kind: 'automatic' }],
  ['Auto-Submitted: no', 'Auto-Submitted: no\n\n', { kind: 'person' }],
])('of a mail with %s the right is told', async (_name, mail, expected) => {
  expect(await parse(mail)).toMatchObject(expected);
});

it.each([
  ['a path', 'filename="../../etc/a.pdf"', 'a.pdf'],
  ['a path of Windows', 'filename="C:\\\\x\\\\a.pdf"', 'a.pdf'],
  ['a right-to-left mark', "filename*=utf-8''a%E2%80%AEfdp.pdf", 'afdp.pdf'],
  ['RFC 2231 continuations', 'filename*0*=utf-8\'\'Gr%C3%B6; filename*1="sse.pdf"', 'Grösse.pdf'],
  ['RFC 2047 words', 'filename="=?utf-8?q?Gr=C3=B6sse.pdf?="', 'Grösse.pdf'],
  ['leading dots', 'filename="..a.pdf"', 'a.pdf'],
  ['no name', 'x=y', 'file.pdf'],
  ['4,000 characters', `filename="${'a'.repeat(4000)}.pdf"`, `${'a'.repeat(116)}.pdf`],
])('a file name with %s is clean', async (_name, parameter, expected) => {
  const { files } = await parse(mixed(pdfPart(parameter)));
  expect(files).toEqual([
    { name: expected, type: 'application/pdf', size: 5, body: new Uint8Array(Buffer.from('%PDF-')) },
  ]);
});

it('broken UTF-8 becomes replacement characters', async () => {
  expect((await parse(Buffer.from('\n\na\xFFb', 'latin1'))).text).toBe('a\uFFFDb');
});

it('copies of a mail have one hash, and other mails another', async () => {
  const mails = await Promise.all(['Received: x\nSubject: a', 'Subject: a', 'Subject: b'].map((mail) => parse(mail)));
  expect(new Set(mails.map(({ hash }) => hash)).size).toBe(2);
});

it('files of other kinds and above 10 MB together stay in the mailbox, and are named', async () => {
  const large = pdfPart('filename=a.pdf', 'QUJD'.repeat(1_500_000));
  const { files } = await parse(
    mixed(large, large.replace('a.pdf', 'b.pdf'), pdfPart('filename=c.pdf'), pdfPart('filename=d.exe')),
  );
  expect(files.map(({ name, size, body }) => [name, size, body?.length])).toEqual([
    ['a.pdf', 4_500_000, 4_500_000],
    ['b.pdf', 4_500_000, 4_500_000],
    ['c.pdf', 5, 5],
    ['d.exe', 5, undefined],
  ]);
});

it('of a mail that was cut the text is kept, and its last file is named', async () => {
  const mail = mixed('--b\n\nHello\n', pdfPart('filename=a.pdf'), pdfPart('filename=b.pdf')).replace('--b--', '');
  const { text, files } = await parse(mail, { isCut: true, size: 30_000_000 });
  expect(text).toBe('Hello\n\nThe rest of this mail stays in the mailbox.');
  expect(files.map(({ name, body }) => [name, body?.length])).toEqual([
    ['a.pdf', 5],
    ['b.pdf', undefined],
  ]);
});
