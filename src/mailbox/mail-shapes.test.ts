import { expect, it } from 'vitest';
import { parseMail } from './parse-mail.ts';
import { createEarlierWords } from './earlier-words.ts';
import { splitQuotedText } from './quoted-text.ts';
import { listTextParts } from './text-parts.ts';
import { replyShapes } from './testing/mail-shapes.ts';

const original = {
  messageId: '<reply.K7Q2@avonspan.example>',
  references: ['<enquiry.K7Q2@avonspan.example>'],
  subject: 'Your enquiry K7Q2',
  text: 'Dear Jane,\n\nwould Tuesday or Wednesday suit you?\n\nYours\nAvonspan',
  from: 'hello@avonspan.example',
  to: 'jane@customer.example',
};

/** Returns what is shown without a press of a mail that answers the original. */
function listShown(text: string): string {
  const earlier = createEarlierWords();
  earlier.add(original.text);
  const shown = listTextParts(text, earlier).filter(({ isQuoted }) => !isQuoted);
  return shown.map((part) => part.text).join('\n');
}

it.each(replyShapes)('$name: new words, files, kind and thread are found', async ({ build, expected }) => {
  const source = Buffer.from(build(original));
  const mail = await parseMail({ uid: 1, source, isCut: false, size: source.length, receivedAt: new Date() }, 'UTC');
  const { messageIds = mail.references, reason, recipients } = mail.report ?? {};
  expect({
    text: mail.report ? splitQuotedText(mail.text).text : listShown(mail.text),
    kind: mail.kind,
    files: mail.files.map(({ name }) => name),
    refersToOriginal: messageIds.includes(original.messageId),
  }).toEqual(expected);
  const isReport = /^(?:bounce|delay)$/.test(expected.kind);
  expect(recipients ?? []).toEqual(isReport ? [original.to] : []);
  expect(mail.kind === 'bounce' ? reason : '550 User unknown').toBe('550 User unknown');
});
