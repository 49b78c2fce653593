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
  /** `text`: the new words. `refersToOriginal`: In-Reply-To, References or the returned mail name its Message-ID. */
  expected: { text: string; kind: ReceivedMail['kind']; files: readonly string[]; refersToOriginal: boolean };
}

type Content = (original: OriginalMail) => string;

const answer = 'Thank you, Tuesday suits us.\n\nCan Ana join?\n\nJane Doe\n\n+44 117 496 0000';
const us = 'Avonspan <hello@avonspan.example>';
const wrote = `On Fri, 27 Nov 2026 at 10:00, ${us} wrote:`;

/** Shapes with "… wrote:" and marked lines below the answer, by name. */
const markedShapes: Record<string, string> = {
  'Gmail on the web': 'On Fri, 27 Nov 2026 at 10:00, Avonspan <\nhello@avonspan.example> wrote:',
  'Gmail in German': `${us} schrieb am Fr., 27. Nov. 2026,\n10:00:`,
  'Gmail in French': `Le ven. 27 nov. 2026 à 10:00, ${us} a\nécrit :`,
  'Gmail in Spanish': 'El vie, 27 nov 2026 a las 10:00, Avonspan (<hello@avonspan.example>)\nescribió:',
  'Gmail in Italian': `Il giorno ven 27 nov 2026 alle ore 10:00 ${us} ha\nscritto:`,
  'Gmail in Dutch': `Op vr 27 nov 2026 om 10:00 schreef ${us}:`,
  'Gmail in Polish': `pt., 27 lis 2026 o 10:00 ${us}\nnapisał(a):`,
  'Apple Mail': `> On 27 Nov 2026, at 10:00, ${us} wrote:\n>`,
  'Apple Mail in German': `Am 27.11.2026 um 10:00 schrieb ${us}:`,
  'iOS Mail in Dutch': `Op 27 nov 2026 om 10:00 heeft ${us} het volgende geschreven:`,
  Thunderbird: 'On 27/11/2026 10:00, Avonspan wrote:',
  'Thunderbird in Polish': 'W dniu 27.11.2026 o 10:00, Avonspan pisze:',
  Proton: `On Friday, 27 November 2026 at 10:00, ${us} wrote:`,
  'Proton of 2020': `‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Friday, 27 November 2026 10:00, ${us} wrote:`,
  'K-9': `Am 27. November 2026 10:00:00 MEZ schrieb ${us}:`,
  mutt: 'On Fri, Nov 27, 2026 at 10:00:00AM +0000, Avonspan wrote:',
};

/** Shapes with a block below the answer and no marks, by name. */
const unmarkedShapes: Record<string, string> = {
  'Outlook for Windows': 'From: A\nSent: Friday\nTo: B\nSubject: C',
  'Outlook on the web': `${'_'.repeat(32)}\nFrom: A\nSent: Friday\nTo: B\nSubject: C`,
  'Outlook for Mac': 'From: A\nDate: Friday\nTo: B\nSubject: C',
  'Outlook with bold fields': '*From:* A\n*Sent:* Friday\n*To:* B\n*Subject:* C',
  'Outlook in German': 'Von: A\nGesendet: Freitag\nAn: B\nBetreff: C',
  'Outlook in French': 'De : A\nEnvoyé : vendredi\nÀ : B\nObjet : C',
  'Outlook in Spanish': 'De: A\nEnviado el: viernes\nPara: B\nAsunto: C',
  'Outlook in Italian': 'Da: A\nInviato: venerdì\nA: B\nOggetto: C',
  'Outlook in Dutch': 'Van: A\nVerzonden: vrijdag\nAan: B\nOnderwerp: C',
  'Outlook in Polish': 'Od: A\nWysłano: piątek\nDo: B\nTemat: C',
  'Outlook Express': '-----Original Message-----\nFrom: A\nSent: Friday\nTo: B\nSubject: C',
  Samsung: '-------- Original message --------\nFrom: A\nDate: 27/11/2026 10:00 (GMT+00:00)\nTo: B\nSubject: C',
  Notes: 'From:\tA\nTo:\tB\nDate:\t27/11/2026 10:00\nSubject:\tC',
  'Notes on the web': '-----"A" <hello@avonspan.example> wrote: -----\nTo: B\nFrom: A',
  Yahoo: `    On Friday, 27 November 2026 at 10:00:00 GMT, ${us} wrote:  \n`,
  Freshdesk: `On Fri, 27 Nov at 10:00 AM , ${us} wrote:\n`,
  'a reply above the line of a ticket system': '##- Please type your reply above this line -##',
};
const block = unmarkedShapes['Outlook for Windows'];

/** Shapes of programs' mails, by name. */
const automaticShapes: Record<string, string> = {
  'out of office of Exchange': 'Auto-Submitted: auto-generated\nX-Auto-Response-Suppress: All',
  'out of office told by its subject': 'Subject: Automatic reply: Yours\nX-Auto-Response-Suppress: All',
  'vacation of Sieve': 'Auto-Submitted: auto-replied (vacation)',
  'autoresponder of 2005': 'Precedence: auto_reply\nX-Autorespond: yes',
  'mail without a return path': 'Return-Path: <>',
};

const mark = ({ text }: OriginalMail) => text.replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '');
const toHtml = (text: string) => text.replaceAll('\n\n', '<br><br>');
const writeThread: Content = ({ messageId, references }) =>
  `In-Reply-To: ${messageId}\nReferences: ${[...references, messageId].join('\n ')}`;

function part(type: string, body: Content | string, fields = ''): Content {
  return (original) => `Content-Type: ${type}\n${fields}\n${typeof body === 'string' ? body : body(original)}\n`;
}
const plain = (body: Content | string) => part('text/plain; charset=utf-8', body);
const html = (body: Content | string) => part('text/html; charset=utf-8', body);
const file = (type: string, name: string, disposition = 'attachment') =>
  part(
    type,
    'JVBERi0xLjQ=',
    `Content-Disposition: ${disposition}; filename=${name}\nContent-Transfer-Encoding: base64\n`,
  );
const multipart = (kind: string, ...parts: Content[]) =>
  part(`multipart/${kind}; boundary=b${kind.length}`, (original) =>
    [...parts.map((each) => `--b${kind.length}\n${each(original)}`), `--b${kind.length}--`].join('\n'),
  );

function reply(
  name: string,
  content: Content,
  { header = writeThread, ...expected }: Partial<ReplyShape['expected']> & { header?: Content | string } = {},
): ReplyShape {
  const build = (original: OriginalMail) =>
    // The first field of a name counts.
    `${typeof header === 'string' ? header : header(original)}
From: Jane Doe <${original.to}>
To: Avonspan <${original.from}>
Subject: Re: ${original.subject}
Date: Fri, 27 Nov 2026 11:00:00 +0000
Message-ID: <reply@customer.example>
MIME-Version: 1.0
${content(original)}`.replaceAll('\n', '\r\n');
  return { name, build, expected: { text: answer, kind: 'person', files: [], refersToOriginal: true, ...expected } };
}

const answerBlock = plain(({ text }) => `${answer}\n\n${block}\n\n${text}`);
const between = 'On 27/11/2026 10:00, Avonspan wrote:\n> Which day?\nTuesday.\n\n> Where?\nHere.';
const status = (action: string, code: string) =>
  part(
    'message/delivery-status',
    ({ to }) => `Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; ${to}\nAction: ${action}
Status: ${code}\nDiagnostic-Code: smtp; 550 User unknown`,
  );
const returned = (type: string) => part(type, ({ messageId }) => `Subject: A\nMessage-ID: ${messageId}\n\nwords`);
const fromServer = (subject: string) => `From: MAILER-DAEMON@mx.example\nSubject: ${subject}\nReturn-Path: <>`;
const report = (name: string, code: string, type: string, text = plain('No.')) =>
  reply(name, multipart('report; report-type=delivery-status', text, status('failed', code), returned(type)), {
    header: fromServer('Undelivered Mail Returned to Sender'),
    kind: 'bounce',
    text: 'No.',
  });
const bounced = (name: string, copyMark: string, header: string) =>
  reply(
    name,
    plain(({ to, messageId }) => `No.\n\n${copyMark}\n\nTo: <${to}>\nMessage-ID: ${messageId}`),
    {
      header,
      kind: 'bounce',
      text: 'No.',
    },
  );

export const replyShapes: readonly ReplyShape[] = [
  ...Object.entries(markedShapes).map(([name, attribution]) =>
    reply(
      name,
      plain((original) => `${answer}\n\n${attribution}\n\n${mark(original)}\n`),
    ),
  ),
  ...Object.entries(unmarkedShapes).map(([name, head]) =>
    reply(
      name,
      plain((original) => `${answer}\n\n${head}\n\n${original.text}\n`),
    ),
  ),
  ...Object.entries(automaticShapes).map(([name, fields]) =>
    reply(name, plain(answer), { kind: 'automatic', header: (original) => `${fields}\n${writeThread(original)}` }),
  ),
  reply(
    'Gmail on Android',
    html(
      ({ text }) => `<div dir="auto">${toHtml(answer)}</div><br><div class="gmail_quote"><div>
    On Fri, 27 Nov 2026, 10:00 Avonspan, &lt;<a href="mailto:a@b.example">a@b.example</a>&gt; wrote:<br></div>
    <blockquote>${toHtml(text)}</blockquote></div>`,
    ),
  ),
  reply(
    'Outlook for Windows without text',
    html(
      ({ text }) => `<style>p {}</style><p>${toHtml(answer)}</p><div><p><b>From:</b> A<br>
    <b>Sent:</b> Friday<br><b>To:</b> B<br><b>Subject:</b> C</p></div><p>${toHtml(text)}</p>`,
    ),
  ),
  reply('Gmail with text and HTML', multipart('alternative', plain(`${answer}\n\n${wrote}\n\n> Dear`), html('other'))),
  reply('Outlook with a logo', multipart('related', answerBlock, file('image/png', 'logo.png', 'inline')), {
    files: ['logo.png'],
  }),
  reply('Outlook with an invitation', multipart('alternative', answerBlock, part('text/calendar', 'BEGIN:VCALENDAR')), {
    files: ['file.ics'],
  }),
  reply('Exchange with winmail.dat', multipart('mixed', answerBlock, file('application/ms-tnef', 'winmail.dat')), {
    files: ['winmail.dat'],
  }),
  reply('Outlook for iOS', plain(`${answer}\n\nGet Outlook for iOS\n${block}`), {
    text: `${answer}\n\nGet Outlook for iOS`,
  }),
  reply('iOS Mail', plain(`${answer}\n\nSent from my iPhone\n\n> ${wrote}\n> \n> Dear`), {
    text: `${answer}\n\nSent from my iPhone`,
  }),
  reply('iOS Mail with a photograph alone', multipart('mixed', file('image/jpeg', 'IMG_1.jpeg')), {
    text: '',
    files: ['IMG_1.jpeg'],
  }),
  reply('Apple Mail with a file', multipart('mixed', plain(answer), file('application/pdf', 'a.pdf'), plain('')), {
    files: ['a.pdf'],
  }),
  reply('Apple Mail that overwrites References', plain(answer), {
    header: ({ messageId }) => `References: <a@b>\nIn-Reply-To: ${messageId}`,
  }),
  reply('Exchange without In-Reply-To', answerBlock, { header: ({ messageId }) => `References: ${messageId}\n <a@b>` }),
  reply('Exchange that suppresses answers', answerBlock, {
    header: (original) => `X-Auto-Response-Suppress: OOF\n${writeThread(original)}`,
  }),
  reply('Thunderbird with answers between', plain(`${between}\n\n> Yours`), { text: between }),
  reply('Thunderbird with the signature below', plain(`${answer}\n\n${wrote}\n> Dear\n\n-- \nJane Doe`)),
  reply('Thunderbird with flowed text', part('text/plain; format=flowed', `See \nyou.\n\n${wrote}\n> Dear`), {
    text: 'See you.',
  }),
  reply(
    'Thunderbird in Latin 1',
    part('text/plain; charset=iso-8859-1', 'Sch=F6n.', 'Content-Transfer-Encoding: quoted-printable\n'),
    { text: 'Schön.' },
  ),
  reply('mutt with an answer below', plain(between), { text: between }),
  reply('Zendesk', plain(`##- Please type your reply above this line -##\n\n${answer}`), {
    text: `##- Please type your reply above this line -##\n\n${answer}`,
  }),
  reply('a ticket system that begins a new thread', plain(answer), {
    header: 'X-Mailer: Tickets',
    refersToOriginal: false,
  }),
  reply(
    'a person who forwards a returned mail',
    multipart('mixed', plain(answer), status('failed', '5.1.1'), returned('message/rfc822')),
    { files: ['file', 'file.eml'] },
  ),
  reply('read receipt', multipart('report; report-type=disposition-notification', plain(answer)), {
    kind: 'automatic',
  }),
  reply(
    'delay of Postfix',
    multipart('report; report-type=delivery-status', plain(answer), status('delayed', '4.4.1')),
    { kind: 'automatic', files: ['file'] },
  ),
  report('report of Postfix', '5.1.1', 'text/rfc822-headers'),
  report('report of Exchange', '5.1.10', 'message/rfc822', html('<p>No.</p>')),
  report(
    'report of Gmail',
    '5.1.1',
    'message/rfc822',
    multipart('related', multipart('alternative', plain('No.')), file('image/png', 'icon.png')),
  ),
  report('report of Amazon SES', '5.0.0', 'message/rfc822'),
  bounced(
    'returned mail of Exim',
    '------ This is a copy of the message ------',
    `${fromServer('Mail delivery failed')}\nX-Failed-Recipients: a@b.example`,
  ),
  bounced('returned mail of qmail', '--- Below this line is a copy of the message.', fromServer('failure notice')),
];
