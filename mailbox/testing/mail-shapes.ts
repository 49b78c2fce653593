import type { ReceivedMail } from '../received-mail.ts';

/** The mail that is answered. `from` and `to` are addresses. */
export interface OriginalMail {
  messageId: string;
  references: readonly string[];
  subject: string;
  text: string;
  from: string;
  to: string;
}

/** A mail as a mail program, a phone, a ticket system or a server writes it after the original. */
export interface ReplyShape {
  name: string;
  build(original: OriginalMail): string;
  expected: {
    /** New words: the text without quotation. */
    text: string;
    kind: ReceivedMail['kind'];
    files: readonly string[];
    /** Whether References, In-Reply-To or the returned mail name the original's Message-ID. */
    refersToOriginal: boolean;
  };
}

type Content = (original: OriginalMail) => string;
type Change = Partial<ReplyShape['expected']> & { header?: string | Content };

const answer = 'Thank you, Tuesday suits us.\nCan Ana join?\n\nJane Doe\n+44 117 496 0000';
const us = 'Avonspan <hello@avonspan.example>';
const mark: Content = ({ text }) => text.replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '');
const plain =
  (body: Content | string, parameters = 'charset=utf-8'): Content =>
  (original) =>
    `Content-Type: text/plain; ${parameters}\n\n${typeof body === 'string' ? body : body(original)}\n`;
const html =
  (body: Content): Content =>
  (original) =>
    `Content-Type: text/html; charset=utf-8\n\n<html><head><style>p {}</style></head><body>${body(original)}</body></html>\n`;
const multipart =
  (kind: string, ...parts: Content[]): Content =>
  (original) =>
    `Content-Type: multipart/${kind}; boundary=b${kind.length}\n\n${parts.map((part) => `--b${kind.length}\n${part(original)}\n`).join('')}--b${kind.length}--\n`;
const file =
  (type: string, disposition: string, body = 'JVBERi0xLjQ='): Content =>
  () =>
    `Content-Type: ${type}\nContent-Disposition: ${disposition}\nContent-Transfer-Encoding: base64\n\n${body}`;

/** Answer above "… wrote:" and marked lines. */
const above = (attribution: string) => plain((original) => `${answer}\n\n${attribution}\n\n${mark(original)}\n`);
/** Answer above the original's fields and its text without marks. */
const outlook = (fields: string, rule = '') =>
  plain((original) => `${answer}\n\n${rule}${writeFields(fields, original)}\n\n${original.text}\n`);
const writeFields = (labels: string, { from, to, subject }: OriginalMail) =>
  labels
    .split(' / ')
    .map((label, index) => `${label} ${[from, 'Friday, 27 November 2026 10:00', to, subject][index]}`)
    .join('\n');
const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>\n');
const english = 'From: / Sent: / To: / Subject:';

function reply(name: string, content: Content, change: Change = {}): ReplyShape {
  const { header = writeThread, ...expected } = change;
  return {
    name,
    build: (original) =>
      [
        // The first field of a name counts.
        typeof header === 'string' ? header : header(original),
        `From: Jane Doe <${original.to}>\nTo: Avonspan <${original.from}>\nSubject: Re: ${original.subject}`,
        'Date: Fri, 27 Nov 2026 11:00:00 +0000\nMessage-ID: <reply@customer.example>\nMIME-Version: 1.0',
        content(original),
      ]
        .join('\n')
        .replaceAll('\n', '\r\n'),
    expected: { text: answer, kind: 'person', files: [], refersToOriginal: true, ...expected },
  };
}
const writeThread: Content = ({ messageId, references }) =>
  `In-Reply-To: ${messageId}\nReferences: ${[...references, messageId].join('\n ')}`;

const status =
  (action: string, code: string, reason: string): Content =>
  ({ to }) =>
    `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; ${to}\nAction: ${action}\nStatus: ${code}\nDiagnostic-Code: smtp; ${reason}\n`;
const returned =
  (type: string): Content =>
  ({ messageId, subject }) =>
    `Content-Type: ${type}\n\nSubject: ${subject}\nMessage-ID: ${messageId}\n\nwords\n`;
const failed = status('failed', '5.1.1', '550 5.1.1 User unknown');
const fromServer = (subject: string, fields = 'Return-Path: <>') =>
  `From: Mail Delivery System <MAILER-DAEMON@mx.example>\nSubject: ${subject}\n${fields}`;
const report = (name: string, ...parts: Content[]) =>
  reply(name, multipart('report; report-type=delivery-status', plain('It failed.'), ...parts), {
    header: fromServer('Undelivered Mail Returned to Sender'),
    kind: 'bounce',
    text: 'It failed.',
  });
const returnedText = (head: string, mark: string) =>
  plain(
    ({ messageId, to }) =>
      `${head}\n\n  <${to}>:\n550 5.1.1 User unknown\n\n${mark}\n\nMessage-ID: ${messageId}\n\nwords`,
  );
const automatic = (name: string, header: string) =>
  reply(name, plain('I am away.'), {
    header: (original) => `${header}\n${writeThread(original)}`,
    kind: 'automatic',
    text: 'I am away.',
  });
const bottom = '> Which day?\nTuesday.\n\n> Where?\nAt our office.';
const pdf = file('application/pdf; name="brief.pdf"', 'attachment; filename="brief.pdf"');
const image = file('image/png; name="image001.png"\nContent-ID: <a@b>', 'inline; filename="image001.png"');
const noThread = { header: 'X-Mailer: none', refersToOriginal: false };

export const replyShapes: readonly ReplyShape[] = [
  reply('Gmail on the web', above(`On Fri, 27 Nov 2026 at 10:00, Avonspan <\nhello@avonspan.example> wrote:`)),
  reply(
    'Gmail on Android, HTML alone',
    html(
      (original) =>
        `<div dir="auto">${asHtml(answer)}</div><br><div class="gmail_quote"><div dir="ltr">On Fri, 27 Nov 2026, 10:00 Avonspan, &lt;<a href="mailto:${original.from}">${original.from}</a>&gt; wrote:<br></div><blockquote>${asHtml(original.text)}</blockquote></div>`,
    ),
  ),
  reply('Gmail in German', above(`${us} schrieb am Fr., 27. Nov. 2026,\n10:00:`)),
  reply('Gmail in French', above(`Le ven. 27 nov. 2026 à 10:00, ${us} a\nécrit :`)),
  reply('Gmail in Spanish', above(`El vie, 27 nov 2026 a las 10:00, Avonspan (<hello@avonspan.example>)\nescribió:`)),
  reply('Gmail in Italian', above(`Il giorno ven 27 nov 2026 alle ore 10:00 ${us} ha\nscritto:`)),
  reply('Gmail in Dutch', above(`Op vr 27 nov 2026 om 10:00 schreef ${us}:`)),
  reply('Gmail in Polish', above(`pt., 27 lis 2026 o 10:00 Avonspan <hello@avonspan.example>\nnapisał(a):`)),
  reply(
    'Gmail with text and HTML',
    multipart(
      'alternative',
      above(`On Fri, 27 Nov 2026 at 10:00, ${us} wrote:`),
      html(() => '<p>other</p>'),
    ),
  ),
  reply('Apple Mail', above(`> On 27 Nov 2026, at 10:00, ${us} wrote:\n>`)),
  reply('Apple Mail that overwrites References', above(`On 27 Nov 2026, at 10:00, ${us} wrote:`), {
    header: ({ messageId }) => `In-Reply-To: ${messageId}\nReferences: <other@customer.example>`,
  }),
  reply('Apple Mail in German', above(`Am 27.11.2026 um 10:00 schrieb ${us}:`)),
  reply('Apple Mail with a file between texts', multipart('mixed', plain(answer), pdf, plain('')), {
    files: ['brief.pdf'],
  }),
  reply(
    'iOS Mail',
    plain(
      (original) =>
        `${answer}\n\nSent from my iPhone\n\n> On 27 Nov 2026, at 10:00, ${us} wrote:\n> \n${mark(original)}`,
    ),
    { text: `${answer}\n\nSent from my iPhone` },
  ),
  reply('iOS Mail in Dutch', above(`Op 27 nov 2026 om 10:00 heeft ${us} het volgende geschreven:`)),
  reply(
    'iOS Mail with a photograph alone',
    multipart('mixed', file('image/jpeg; name=IMG_1.jpeg', 'inline; filename=IMG_1.jpeg')),
    { text: '', files: ['IMG_1.jpeg'] },
  ),
  reply('Outlook for Windows', outlook(english)),
  reply(
    'Outlook for Windows, HTML alone',
    html(
      (original) =>
        `<p class=MsoNormal>${asHtml(answer).replaceAll('<br>', '<o:p></o:p></p><p class=MsoNormal>')}</p><div><div style="border-top:solid"><p><b>From:</b> Avonspan<br><b>Sent:</b> Friday<br><b>To:</b> Jane<br><b>Subject:</b> x</p></div></div><p>${asHtml(original.text)}</p>`,
    ),
    { text: answer.replaceAll(/\n+/g, '\n\n').replace('suits us.\n\n', 'suits us.\n').replace('Doe\n\n', 'Doe\n') },
  ),
  reply('Outlook with a logo', multipart('related', outlook(english), image), { files: ['image001.png'] }),
  reply('Outlook on the web', outlook(english, `${'_'.repeat(32)}\n`)),
  reply('Outlook for iOS', outlook(english, `Get Outlook for iOS<https://aka.ms/o0ukef>\n${'_'.repeat(32)}\n`), {
    text: `${answer}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>`,
  }),
  reply('Outlook for Mac', outlook('From: / Date: / To: / Subject:')),
  reply('Outlook with bold fields', outlook('*From:* / *Sent:* / *To:* / *Subject:*')),
  reply('Outlook in German', outlook('Von: / Gesendet: / An: / Betreff:')),
  reply('Outlook in French', outlook('De : / Envoyé : / À : / Objet :')),
  reply('Outlook in Spanish', outlook('De: / Enviado el: / Para: / Asunto:')),
  reply('Outlook in Italian', outlook('Da: / Inviato: / A: / Oggetto:')),
  reply('Outlook in Dutch', outlook('Van: / Verzonden: / Aan: / Onderwerp:')),
  reply('Outlook in Polish', outlook('Od: / Wysłano: / Do: / Temat:')),
  reply('Outlook Express', outlook(english, '-----Original Message-----\n')),
  reply(
    'Outlook with an invitation',
    multipart(
      'alternative',
      outlook(english),
      () => 'Content-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\nEND:VCALENDAR',
    ),
    { files: ['file.ics'] },
  ),
  reply(
    'Exchange with winmail.dat',
    multipart(
      'mixed',
      outlook(english),
      file('application/ms-tnef; name=winmail.dat', 'attachment; filename=winmail.dat'),
    ),
    { files: ['winmail.dat'] },
  ),
  reply('Exchange that names the thread in References alone', outlook(english), {
    header: ({ messageId }) => `References: ${messageId}\n <between@customer.example>`,
  }),
  reply('Exchange with X-Auto-Response-Suppress', outlook(english), {
    header: (original) => `X-Auto-Response-Suppress: DR, OOF\n${writeThread(original)}`,
  }),
  reply('Thunderbird', above(`On 27/11/2026 10:00, Avonspan wrote:`)),
  reply('Thunderbird in Polish', above('W dniu 27.11.2026 o 10:00, Avonspan pisze:')),
  reply(
    'Thunderbird with flowed text',
    plain(
      (original) => `Thank you, Tuesday \nsuits us.\n\nOn 27/11/2026 10:00, Avonspan wrote:\n${mark(original)}`,
      'charset=utf-8; format=flowed',
    ),
    { text: 'Thank you, Tuesday suits us.' },
  ),
  reply('Thunderbird with answers between', plain(`On 27/11/2026 10:00, Avonspan wrote:\n${bottom}\n\n> Yours`), {
    text: `On 27/11/2026 10:00, Avonspan wrote:\n${bottom}`,
  }),
  reply(
    'Thunderbird with the signature below',
    plain((original) => `Tuesday.\n\nOn 27/11/2026 10:00, Avonspan wrote:\n${mark(original)}\n\n-- \nJane Doe`),
    { text: 'Tuesday.' },
  ),
  reply(
    'Thunderbird in Latin 1',
    () =>
      `Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nSch=F6n, bis Dienstag.`,
    { text: 'Schön, bis Dienstag.' },
  ),
  reply(
    'Yahoo',
    plain(
      (original) =>
        `${answer}\n\n    On Friday, 27 November 2026 at 10:00:00 GMT, ${us} wrote:  \n \n ${original.text}`,
    ),
  ),
  reply('Proton', above(`On Friday, 27 November 2026 at 10:00, ${us} wrote:`)),
  reply(
    'Proton, older',
    plain(
      (original) =>
        `${answer}\n\n‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Friday, 27 November 2026 10:00, ${us} wrote:\n\n${mark(original)}`,
    ),
  ),
  reply('Samsung', outlook('From: / Date: / To: / Subject:', '-------- Original message --------\n')),
  reply('K-9', above(`Am 27. November 2026 10:00:00 MEZ schrieb ${us}:`)),
  reply('Notes', outlook('From:\t / To:\t / Date:\t / Subject:\t')),
  reply(
    'Notes on the web',
    plain(
      (original) =>
        `${answer}\n\n-----"Avonspan" <${original.from}> wrote: -----\nTo: Jane\nFrom: Avonspan\n\n${original.text}`,
    ),
  ),
  reply('mutt', plain(`On Fri, Nov 27, 2026 at 10:00:00AM +0000, Avonspan wrote:\n${bottom}`), {
    text: `On Fri, Nov 27, 2026 at 10:00:00AM +0000, Avonspan wrote:\n${bottom}`,
  }),
  reply(
    'Freshdesk',
    plain(
      (original) => `${answer}\n\nOn Fri, 27 Nov at 10:00 AM , Avonspan <${original.from}> wrote:\n\n${original.text}`,
    ),
  ),
  reply('Zendesk', plain(`##- Please type your reply above this line -##\n\n${answer}`), {
    text: `##- Please type your reply above this line -##\n\n${answer}`,
  }),
  reply(
    "a reply above a ticket system's line",
    plain((original) => `${answer}\n\n##- Please type your reply above this line -##\n\n${original.text}`),
  ),
  reply('a ticket system that begins a new thread', plain(answer), noThread),
  reply(
    'a person who forwards a returned mail',
    multipart('mixed', plain(answer), failed, returned('message/rfc822')),
    { files: ['file', 'file.eml'], ...noThread },
  ),
  automatic('out of office of Exchange', 'Auto-Submitted: auto-generated\nX-Auto-Response-Suppress: All'),
  automatic('out of office with a subject alone', 'Subject: Automatic reply: Yours\nX-Auto-Response-Suppress: All'),
  automatic('vacation of Sieve', 'Auto-Submitted: auto-replied (vacation)'),
  automatic('a programme of 2005', 'Precedence: auto_reply\nX-Autorespond: yes'),
  reply(
    'a read receipt',
    multipart(
      'report; report-type=disposition-notification',
      plain('Read.'),
      () => 'Content-Type: message/disposition-notification\n\nDisposition: displayed',
    ),
    { kind: 'automatic', text: 'Read.', files: ['file'] },
  ),
  reply(
    'a delay of Postfix',
    multipart(
      'report; report-type=delivery-status',
      plain('Later.'),
      status('delayed', '4.4.1', 'timed out'),
      returned('text/rfc822-headers'),
    ),
    {
      kind: 'automatic',
      text: 'Later.',
      header: fromServer('Delayed Mail'),
      refersToOriginal: false,
      files: ['file', 'file'],
    },
  ),
  report('Postfix', failed, returned('text/rfc822-headers')),
  report(
    'Exchange',
    multipart(
      'alternative',
      plain('It failed.'),
      html(() => 'no'),
    ),
    failed,
    returned('message/rfc822'),
  ),
  report(
    "Gmail's nested report",
    multipart('related', multipart('alternative', plain('It failed.')), image),
    failed,
    returned('message/rfc822'),
  ),
  report('Amazon SES', status('failed', '5.0.0', '550 no'), returned('message/rfc822')),
  reply(
    'Exim',
    returnedText('This message was created automatically.', '------ This is a copy of the message ------'),
    {
      header: fromServer(
        'Mail delivery failed: returning message to sender',
        'X-Failed-Recipients: jane@customer.example\nAuto-Submitted: auto-replied',
      ),
      kind: 'bounce',
    },
  ),
  reply('qmail', returnedText('Hi. This is the qmail-send program.', '--- Below this line is a copy of the message.'), {
    header: fromServer('failure notice'),
    kind: 'bounce',
  }),
];
