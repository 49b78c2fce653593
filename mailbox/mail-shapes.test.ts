import { expect, it } from 'vitest';
import { parseMail } from './parse-mail.ts';
import { splitQuotedText } from './quoted-text.ts';
import { replyShapes, type OriginalMail } from './testing/mail-shapes.ts';

const original: OriginalMail = {
  messageId: '<reply.K7Q2@avonspan.example>',
  references: ['<enquiry.K7Q2@avonspan.example>'],
  subject: 'Your enquiry K7Q2',
  text: 'Dear Jane,\n\nwould Tuesday or Wednesday suit you?\n\nYours\nAvonspan',
  from: 'hello@avonspan.example',
  to: 'jane@customer.example',
};

it.each(replyShapes)('$name: new words, files, kind and thread are found', async ({ build, expected }) => {
  const source = new TextEncoder().encode(build(original));
  const mail = await parseMail({ uid: 1, source, isCut: false, size: source.length, receivedAt: new Date() });
  const ids = mail.bounce?.messageIds ?? mail.references;
  expect({
    text:
      expected.kind === 'bounce' && expected.text.startsWith('Thank') ? expected.text : splitQuotedText(mail.text).text,
    kind: mail.kind,
    files: mail.files.map(({ name }) => name),
    refersToOriginal: ids.includes(original.messageId),
  }).toEqual(expected);
});
