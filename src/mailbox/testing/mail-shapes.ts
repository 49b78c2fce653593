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
  Thunderbird: 'On 27/11/2026 10:00, Avonspan wrote:',
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
  Samsung: '-------- Original message --------\nFrom: A\nDate: 27/11/2026 10:00 (GMT+00:00)\nTo: B\nSubject: C',
  Notes: 'From:\tA\nTo:\tB\nDate:\t27/11/2026 10:00\nSubject:\tC',
  'Notes on the web': '-----"A" <hello@avonspan.example> wrote: -----\nTo: B\nFrom: A',
  Yahoo: `    On Friday, 27 November 2026 at 10:00:00 GMT, ${us} wrote:  \n`,
  Freshdesk: `On Fri, 27 Nov at 10:00 AM , ${us} wrote:\n`,
  'a reply above the line of a ticket system': '##- Please type your reply above this line -##',
};
const block = unmarkedShapes['Outlook for Windows'];

/** Fields of programs' mails, by name. */
const automaticShapes: Record<string, string> = {
  'out of office of Exchange':
    'Subject: Abwesenheitsnotiz: Yours\nAuto-Submitted: auto-generated\nX-Auto-Response-Suppress: All',
  'out of office told by its subject': 'Subject: Automatic reply: Yours',
  'receipt of a ticket system': 'Auto-Submitted: auto-replied\nPrecedence: bulk',
  'vacation of Sieve': 'Auto-Submitted: auto-replied (vacation)',
  'autoresponder of 2005': 'Precedence: auto_reply\nX-Autorespond: yes',
};

/** Fields that programs add to what a person writes in them, by name. */
const programShapes: Record<string, string> = {
  'Zendesk by its fields': 'Auto-Submitted: auto-generated\nX-Auto-Response-Suppress: All',
  'a customer database': 'Precedence: bulk',
};

const toText = (body: Content | string, original: OriginalMail) => (typeof body === 'string' ? body : body(original));
const part =
  (type: string, body: Content | string, fields = ''): Content =>
  (original) =>
    `Content-Type: ${type}\n${fields}\n${toText(body, original)}\n`;
const plain = (body: Content | string) => part('text/plain; charset=utf-8', body);
const html = (body: Content | string) => part('text/html; charset=utf-8', body);
const file = (type: string, name: string) =>
  part(type, 'JVBE', `Content-Disposition: inline; filename=${name}\nContent-Transfer-Encoding: base64\n`);
const multipart = (kind: string, ...parts: Content[]) =>
  part(`multipart/${kind}; boundary=b${kind.length}`, (original) =>
    [...parts.map((each) => `--b${kind.length}\n${each(original)}`), `--b${kind.length}--`].join('\n'),
  );
const report = (kind: string, ...parts: Content[]) => multipart(`report; report-type=${kind}`, ...parts);

const mark = ({ text }: OriginalMail) => text.replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '');
const writeThread = ({ messageId, references }: OriginalMail, fields = 'X-Mailer: A') =>
  `${fields}\nIn-Reply-To: ${messageId}\nReferences: ${[...references, messageId].join('\n ')}`;
const writeLines = (text: string) => text.replaceAll('\n\n', '<br><br>');
const answered = plain(answer);
const withBlock = plain(({ text }) => `${answer}\n\n${block}\n\n${text}`);
const iPhoneText = `${answer}\n\nSent from my iPhone`;
const wroteGerman = `${us} schrieb am Fr., 27. Nov. 2026, 10:00:`;
const between = 'On 27/11/2026 10:00, Avonspan wrote:\n> Which day?\nTuesday.\n\n> Where?\nHere.';
const marker = '##- Please type your reply above this line -##\n\n';
const gmailHtml = html(
  ({ text }) => `<div dir="auto">${writeLines(answer)}</div><br><div class="gmail_quote"><div>On Fri, 27 Nov 2026, 10:00
    A, &lt;<a href="mailto:a@b.example">a@b.example</a>&gt; wrote:<br></div><blockquote>${text}</blockquote></div>`,
);
const outlookHtml = html(
  ({ text }) => `<style>p {}</style><p>${writeLines(answer)}</p><div><p><b>From:</b> A<br><b>Sent:</b> Friday<br>
    <b>To:</b> B<br><b>Subject:</b> C</p></div><p>${text}</p>`,
);
const latin = part('text/plain; charset=iso-8859-1', 'Sch=F6n.', 'Content-Transfer-Encoding: quoted-printable\n');
const flowed = part('text/plain; format=flowed', (o) => `See \nyou.\n\n${wrote}\n${mark(o)}`);
const status = (action: string) =>
  part(
    'message/delivery-status',
    ({ to }) => `Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; ${to}
Action: ${action}\nDiagnostic-Code: smtp; 550 User unknown`,
  );
const returned = part('message/rfc822', ({ messageId }) => `Subject: A\nMessage-ID: ${messageId}\n\nwords`);
const returnedHead = part('text/rfc822-headers', ({ messageId }) => `Subject: A\nMessage-ID: ${messageId}`);
const copied = (copyMark: string) =>
  plain(({ to, messageId }) => `${answer}\n\n${copyMark}\n<${to}>:\n550 User unknown\nMessage-ID: ${messageId}`);
const failed = status('failed');
const fromServer = (subject: string) => `From: MAILER-DAEMON@mx.example\nSubject: ${subject}\nReturn-Path: <>`;
const bounce = { header: fromServer('Undelivered Mail Returned to Sender'), kind: 'bounce' } as const;
const delay = { header: fromServer('Delayed Mail (still being retried)'), kind: 'delay' } as const;
const fromExim = `${fromServer('Mail delivery failed')}\nX-Failed-Recipients: jane@customer.example`;
const nested = multipart('related', multipart('alternative', answered), file('image/png', 'icon.png'));

/** Other shapes, by name: their content, and what differs from a person's answer in the original's thread. */
const otherShapes: Record<string, [Content, (Partial<ReplyShape['expected']> & { header?: Content | string })?]> = {
  'Gmail on Android': [gmailHtml],
  'Outlook for Windows without text': [outlookHtml],
  'Gmail without a blank line': [
    plain((o) => `On Monday at 10:00\n${wroteGerman}\n${mark(o)}`),
    { text: 'On Monday at 10:00' },
  ],
  'Gmail with text and HTML': [
    multipart(
      'alternative',
      plain((o) => `${answer}\n\n${wrote}\n\n${mark(o)}`),
      gmailHtml,
    ),
  ],
  'Outlook with a logo': [multipart('related', withBlock, file('image/png', 'a.png')), { files: ['a.png'] }],
  'Outlook with a date': [multipart('alternative', withBlock, part('text/calendar', 'X')), { files: ['file.ics'] }],
  'Exchange with winmail.dat': [multipart('mixed', withBlock, file('a/b', 'winmail.dat')), { files: ['winmail.dat'] }],
  'Outlook for iOS': [plain(`${answer}\nGet Outlook\n${block}`), { text: `${answer}\nGet Outlook` }],
  'iOS Mail': [plain((o) => `${iPhoneText}\n\n> ${wrote}\n> \n${mark(o)}`), { text: iPhoneText }],
  'iOS Mail with a photograph alone': [file('image/jpeg', 'a.jpeg'), { text: '', files: ['a.jpeg'] }],
  'Apple Mail with a file': [multipart('mixed', answered, file('a/b', 'a.pdf'), plain('')), { files: ['a.pdf'] }],
  'Apple Mail with other References': [answered, { header: (o) => `References: <a@b>\nIn-Reply-To: ${o.messageId}` }],
  'Exchange without In-Reply-To': [withBlock, { header: (o) => `References: ${o.messageId}\n <a@b>` }],
  'Exchange that suppresses answers': [withBlock, { header: (o) => writeThread(o, 'X-Auto-Response-Suppress: OOF') }],
  'Thunderbird with answers between': [plain((o) => `${between}\n\n${mark(o)}`), { text: between }],
  'Thunderbird with the signature below': [
    plain((o) => `${answer}\n\n${wrote}\n${mark(o)}\n\n-- \nJane Doe`),
    { text: `${answer}\n-- \nJane Doe` },
  ],
  'Thunderbird with flowed text': [flowed, { text: 'See you.' }],
  'Thunderbird in Latin 1': [latin, { text: 'Schön.' }],
  'mutt with an answer below': [plain(between), { text: between }],
  Zendesk: [plain(marker + answer), { text: marker + answer }],
  'a ticket system that begins a new thread': [answered, { header: 'X-Mailer: A', refersToOriginal: false }],
  'a person who forwards a bounce': [multipart('mixed', answered, failed, returned), { files: ['file.eml'] }],
  'read receipt': [report('disposition-notification', answered), { kind: 'automatic' }],
  'delay of Postfix': [report('delivery-status', answered, status('delayed'), returnedHead), delay],
  'delay of Exim': [
    copied('------ This is a copy of the message ------'),
    { ...delay, header: fromServer('Warning: message 1abc delayed 24 hours') },
  ],
  'notice of a delivery': [report('delivery-status', answered, status('delivered')), { kind: 'automatic' }],
  'ticket that only quotes': [
    plain('> Dear'),
    { text: '> Dear', kind: 'automatic', header: (o) => writeThread(o, 'Precedence: bulk') },
  ],
  'report of Postfix': [report('delivery-status', answered, failed, returnedHead), bounce],
  'report of Exchange': [report('delivery-status', html(writeLines(answer)), failed, returned), bounce],
  'report of Gmail': [report('delivery-status', nested, failed, returned), bounce],
  'returned mail of Exim': [copied('------ This is a copy of the message ------'), { ...bounce, header: fromExim }],
  'returned mail of qmail': [copied('--- Below this line is a copy of the message.'), bounce],
};

const allShapes: typeof otherShapes = {
  ...mapValues(markedShapes, (head) => [plain((original) => `${answer}\n\n${head}\n\n${mark(original)}\n`)]),
  ...mapValues(unmarkedShapes, (head) => [plain(({ text }) => `${answer}\n\n${head}\n\n${text}\n`)]),
  ...mapValues(automaticShapes, (fields) => [answered, { kind: 'automatic', header: (o) => writeThread(o, fields) }]),
  ...mapValues(programShapes, (fields) => [withBlock, { kind: 'program', header: (o) => writeThread(o, fields) }]),
  ...otherShapes,
};

function mapValues<Value>(shapes: Record<string, string>, map: (value: string) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(shapes).map(([name, value]) => [name, map(value)]));
}

export const replyShapes: readonly ReplyShape[] = Object.entries(allShapes).map(
  ([name, [content, { header = writeThread, ...expected } = {}]]) => ({
    name,
    // The first field of a name counts.
    build: (original) =>
      `${toText(header, original)}
From: Jane Doe <${original.to}>
To: Avonspan <${original.from}>
Subject: Re: ${original.subject}
Date: Fri, 27 Nov 2026 11:00:00 +0000
Message-ID: <reply@customer.example>
MIME-Version: 1.0
${content(original)}`.replaceAll('\n', '\r\n'),
    expected: { text: answer, kind: 'person', files: [], refersToOriginal: true, ...expected },
  }),
);
