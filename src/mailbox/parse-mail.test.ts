import { expect, it } from 'vitest';
import { parseMail } from './parse-mail.ts';
import type { RawMail } from './received-mail.ts';

const receivedAt = new Date('2026-11-27T12:00:00Z');

function parse(mail: string | Uint8Array, changes: Partial<RawMail> = {}) {
  const source = typeof mail === 'string' ? Buffer.from(mail) : mail;
  return parseMail({ uid: 1, source, isCut: false, size: source.length, receivedAt, ...changes }, 'Europe/London');
}
const pdfPart = (name: string, body = 'JVBERi0=') =>
  `--b\nContent-Type: application/pdf\nContent-Disposition: attachment; ${name}\nContent-Transfer-Encoding: base64\n\n${body}\n`;
const mixed = (...parts: string[]) =>
  `From: a@b.example\nContent-Type: multipart/mixed; boundary=b\n\n${parts.join('')}--b--`;

it.each([
  ['encoded words with a line break', 'Subject: =?utf-8?q?One=0D=0ABcc:_x?=\n\n', { subject: 'One Bcc: x' }],
  ['several senders', 'From: A <a@b.example>, c@d.example\n\n', { from: { name: 'A', address: 'a@b.example' } }],
  ['several From fields', 'From: a@b.example\nFrom: c@d.example\n\n', { from: { name: '', address: 'a@b.example' } }],
  ['a Message-ID that was replaced', 'X-Site-Message-ID: <a@b>\nMessage-ID: <c@d>\n\n', { messageId: '<a@b>' }],
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
  ['a list', 'Precedence: list\n\nHello', { kind: 'program' }],
  ['a file from a program', mixed(pdfPart('')).replace(/^/, 'Precedence: bulk\n'), { kind: 'program' }],
  ['a comment in Auto-Submitted', 'Auto-Submitted: (x) Auto-Replied; a=b\n\nHello', { kind: 'automatic' }],
  [
    'recipients',
    'To: Us: c@d.example, "E, F" <e@f.example>;\nCc: nobody, <g@h.example>\n\n',
    {
      recipients: [
        { name: '', address: 'c@d.example' },
        { name: 'E, F', address: 'e@f.example' },
        { name: '', address: 'g@h.example' },
      ],
    },
  ],
  ['a Reply-To', 'From: a@b.example\nReply-To: C <c@d.example>, e@f.example\n\n', { replyTo: 'c@d.example' }],
  ['a Reply-To to its sender', 'From: a@b.example\nReply-To: A@B.example\n\n', { replyTo: '' }],
  ['Auto-Submitted: no', 'Auto-Submitted: no\n\n', { kind: 'person' }],
])('of a mail with %s the right is told', async (_name, mail, expected) => {
  expect(await parse(mail)).toMatchObject(expected);
});

const absences =
  'Automatic reply: x|Auto-response|Out of office: x|Out of the Office Re: x|Abwesend bis 5.1.|AUTOMATISCHE ANTWORT: x|Réponse automatique : x|Absence du bureau|Respuesta automática: x|Fuera de la oficina|Risposta automatica: x|Fuori sede|Automatisch antwoord: x|Afwezig: x|Odpowiedź automatyczna: x|Poza biurem|Resposta automática: x|Ausência temporária|Autosvar: x|Frånvaro: x|Automatisk svar: x|Fraværende';
const noAbsences = 'Re: Automatic reply: x|Out of office hours|Absence of an offer|Automatic doors|Out of officers';
it.each([
  ...absences.split('|').map((subject) => [subject, 'automatic'] as const),
  ...noAbsences.split('|').map((subject) => [subject, 'person'] as const),
])('the subject “%s” alone says that a mail is from: %s', async (subject, kind) => {
  expect(await parse(`Subject: ${subject.normalize('NFD')}\n\nHello`)).toMatchObject({ kind });
});

const from = 'From: a@b.example\n';
const results = (...fields: string[]) => fields.map((field) => `Authentication-Results: ${field}\n`).join('') + from;
it.each([
  [true, 'failed DMARC', results('mx.example; spf=pass;\n dmarc = fail (p=none) header.from=b.example')],
  [true, 'failed it at Microsoft', results('spf=pass smtp.mailfrom=x.example; dmarc=fail action=none')],
  [true, 'failed it first', results('dmarc/1=fail')],
  [true, 'has a bracket without an end', results('mx; spf=pass smtp.mailfrom=a(b@c.example; dmarc=fail')],
  [true, 'has several From fields', `${from}${from}`],
  [true, 'has several addresses in From', 'From: a@b.example, c@d.example\n'],
  [true, 'has several addresses in one group', 'From: Us: a@b.example, c@d.example;\n'],
  [true, 'has two addresses without a comma', 'From: <a@b.example> <c@d.example>\n'],
  [true, 'has no address in From', 'From: Ada\nReply-To: a@b.example\n'],
  [false, 'passed DMARC', results('mx.example; dmarc=pass (dmarc=fail ; dmarc=fail) header.from="; dmarc=fail"')],
  [false, 'failed something else', results('mx.example; spf=fail; x-dmarc=fail; dmarc=failing')],
  [false, 'has a failure further down', results('mx.example; dmarc=pass', 'mx.example; dmarc=fail')],
  [false, 'has no results', from],
  [false, 'has a name like two addresses', 'From: "c@d.example, <e@f.example>" <a@b.example> (<g@h.example>)\n'],
])('that the sender is not verified is %s of a mail that %s', async (isUnverified, _what, header) => {
  expect(await parse(`${header}\nHello`)).toMatchObject({ isUnverified, from: { address: 'a@b.example' } });
});

const bounced = (reason: string) =>
  `From: MAILER-DAEMON@mx.example
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Final-Recipient: rfc822; a@b.example
Action: failed
Diagnostic-Code: smtp; ${reason}

--b
Content-Type: text/rfc822-headers

X-Site-Message-ID: <1@ours.example>
Message-ID: <2@relay.example>

--b--`;
it.each([
  ['550 5.1.1 <a@b.example>: Address rejected: User unknown', '5.1.1 Address rejected: User unknown'],
  ['550-5.7.1 see https://evil.example/x or www.evil.example.', '5.7.1 see or'],
  ['552 Call +44 117 496 0000, or (0117)4960000 now', '552 Call or now'],
  ['a@b.example', 'not delivered'],
  [`550 ${'x'.repeat(200)}`, `550 ${'x'.repeat(96)}`],
])('of the reason “%s” code and words are kept', async (reason, expected) => {
  const { report } = await parse(bounced(reason));
  expect(report).toMatchObject({ reason: expected, messageIds: ['<1@ours.example>', '<2@relay.example>'] });
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

const plain = (parameter: string, body: string) => `Content-Type: text/plain; ${parameter}\n\n${body}`;
const utf8 = Buffer.from('Größe “5”, łódź').toString('latin1');
it.each([
  ['UTF-8 that says it is Latin 1', plain('charset=iso-8859-1', utf8), 'Größe “5”, łódź'],
  ['UTF-8 that says nothing', utf8.replace(/^/, '\n'), 'Größe “5”, łódź'],
  ['Latin 1 that says it is UTF-8', plain('charset=utf-8', 'Gr\xF6\xDFe \x935\x94'), 'Größe “5”'],
  ['Latin 1 that says it is ASCII', plain('charset=us-ascii', 'Caf\xE9'), 'Café'],
  ['Latin 1 that says nothing', '\nCaf\xE9', 'Café'],
  ['Latin 1 that says it is Japanese', plain('charset=shift_jis', 'na\xEFf caf\xE9 na\xEFf'), 'naïf café naïf'],
  ['UTF-8 with a line of Latin 1', plain('charset=utf-8', `${utf8}\nGepr\xFCft`), 'Größe “5”, łódź\nGeprüft'],
  ['Cyrillic that says so', plain('charset=koi8-r', '\xE4\xC1'), 'Да'],
  ['Japanese that is ASCII by its bytes', plain('charset=iso-2022-jp', '\x1B$B$3$s\x1B(B'), 'こん'],
  ['flowed Latin 1', plain('charset=utf-8; format=flowed', 'Gr\xF6\xDFe \nf\xFCnf'), 'Größe fünf'],
])('of a text of %s every character is right', async (_name, mail, text) => {
  expect((await parse(Buffer.from(mail, 'latin1'))).text).toBe(text);
});

it.each([
  ['says it is UTF-8', '=?utf-8?q?Gr=F6=DFe?=', 'Größe'],
  ['says it is Latin 1', '=?iso-8859-1?q?Gr=C3=B6=C3=9Fe?=', 'Größe'],
  ['says it is Latin 1, in two words', '=?iso-8859-1?q?Gr=C3?=\n =?iso-8859-1?q?=B6=C3=9Fe?=', 'Größe'],
  ['splits a character', '=?utf-8?b?R3LD?= \n =?utf-8?B?tsOfZQ==?=', 'Größe'],
  ['is broken in the middle of a word', '=?utf-8?B?R3LD\n tsOfZQ==?=', 'Größe'],
  ['has line breaks in it', '=?utf-8?q?Gr=0D=0A=F6=DFe?=', 'Gr öße'],
  ['is not encoded', 'Gr\xF6\xDFe', 'Größe'],
  ['is Cyrillic', '=?koi8-r?q?=E4=C1?=', 'Да'],
  ['is Japanese', '=?iso-2022-jp?b?GyRCJDMkcxsoQg==?=', 'こん'],
])('a name that %s is right in sender, subject and file', async (_name, name, expected) => {
  const header = `Subject: ${name}\nFrom: ${name} <a@b.example>`;
  const mail = mixed(pdfPart(`filename="${name}.pdf"`)).replace('From: a@b.example', header);
  expect(await parse(Buffer.from(mail, 'latin1'))).toMatchObject({
    from: { name: expected, address: 'a@b.example' },
    subject: expected,
    files: [{ name: `${expected}.pdf` }],
  });
});

const alternative = (text: string, html: string) =>
  mixed(`--b\n\n${text}\n--b\nContent-Type: text/html\n\n${html}\n`).replace('mixed', 'alternative');
const stub = 'Your program cannot show HTML.';
const preheader = (style: string) => alternative('Yes', `<p style="${style}">Buy <b>now</b></p><p>Yes</p>`);
it.each([
  ['lacks the words', alternative(stub, '<p>Tuesday suits us.</p>'), 'Tuesday suits us.'],
  ['lacks one letter', alternative('Gr??e', 'Gr&ouml;&szlig;e'), 'Größe'],
  [
    'has them, in another form',
    alternative('*YES*, don’t wrap.', 'Yes,<br><b>don</b>’t wr&shy;ap.'),
    '*YES*, don’t wrap.',
  ],
  ['lacks addresses alone', alternative('See *here*', '<a href="https://x.example">See</a> here'), 'See *here*'],
  ['lacks what is not displayed', preheader('color: red; DISPLAY : none !important'), 'Yes'],
  ['lacks what has no height', preheader('max-height:0px; overflow:hidden'), 'Yes'],
  ['lacks what is transparent', preheader('opacity:0'), 'Yes'],
  ['lacks what is white', preheader('color:#FFF'), 'Yes'],
  ['lacks what is small', preheader('font-size:0'), 'Yes'],
  ['lacks what is hidden by an attribute', alternative('Yes', '<div hidden><p>Buy</p></div>Yes'), 'Yes'],
  ['lacks what is small no more', alternative(stub, '<td style="font-size:0"><b style="font-size:1em">Yes'), 'Yes'],
  ['lacks what follows something hidden', alternative(stub, '<p hidden>a<br><b>c</p>Yes'), 'a\nc\n\nYes'],
])('HTML wins over a plain part exactly if people see words that it lacks: one that %s', async (_name, mail, text) => {
  expect((await parse(mail)).text).toBe(text);
});

const link = (href: string, words: string) => `<a href="${href}">${words}</a>`;
const safeLink = 'https://e1.safelinks.protection.outlook.com/?url=https%3A%2F%2Fx.example%2F&amp;data=0';
it.each([
  ['words', `See ${link('https://x.example/a?b=1&amp;c', '<b>here</b>')}.`, 'See here (https://x.example/a?b=1&c).'],
  ['a picture', link('https://x.example/a', '<img src=x>'), '(https://x.example/a)'],
  ['an address of mail', link('mailto:c@d.example?subject=x', 'Ada'), 'Ada (c@d.example)'],
  [
    'itself',
    link('https://x.example/', 'x.example') + link('mailto:c@d.example', ' c@d.example'),
    'x.example c@d.example',
  ],
  [
    'another address',
    link('https://evil.example/a', 'https://x.example'),
    'https://x.example (https://evil.example/a)',
  ],
  ['what a mail filter checks', link(safeLink, 'x.example'), 'x.example'],
  ['a script', link('javascript:alert(1)', 'here'), 'here'],
  ['5,000 characters', link(`https://x.example/${'a'.repeat(5000)}`, 'here'), 'here'],
  ['line breaks', link('https://x.example/a\nFrom:\nb', 'here'), 'here (https://x.example/aFrom:b)'],
  [
    'no end',
    '<a href="http://x.example/a">a <a href="http://y.example/b">b',
    'a (http://x.example/a) b (http://y.example/b)',
  ],
])('of a link of an HTML mail with %s words and address are told', async (_name, html, text) => {
  expect((await parse(`Content-Type: text/html\n\n${html}`)).text).toBe(text);
});

it('copies of a mail have one hash, and other mails another', async () => {
  const mails = await Promise.all(['Received: x\nSubject: a', 'Subject: a', 'Subject: b'].map((mail) => parse(mail)));
  expect(new Set(mails.map(({ hash }) => hash)).size).toBe(2);
});

it.each(['a.zip', 'a.eml', 'winmail.dat', 'a.ics'])('%s of a mail is kept', async (name) => {
  const { files } = await parse(mixed(pdfPart(`filename=${name}`)));
  expect(files).toMatchObject([{ name, size: 5, body: new Uint8Array(Buffer.from('%PDF-')) }]);
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
