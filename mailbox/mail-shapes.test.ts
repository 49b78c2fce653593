import { expect, it } from 'vitest';
import { parseMail } from './parse-mail.ts';
import { splitQuotedText } from './quoted-text.ts';
import { replyShapes } from './testing/mail-shapes.ts';

const original = {
  messageId: '<reply.K7Q2@avonspan.example>',
  references: ['<enquiry.K7Q2@avonspan.example>'],
  subject: 'Your enquiry K7Q2',
  text: 'Dear Jane,\n\nwould Tuesday or Wednesday suit you?\n\nYours\nAvonspan',
  from: 'hello@avonspan.example',
  to: 'jane@customer.example',
};

it.each(replyShapes)('$name: new words, files, kind and thread are found', async ({ build, expected }) => {
  const mail = await parseShape(build);
  expect({
    text: splitQuotedText(mail.text).text,
    kind: mail.kind,
    files: mail.files.map(({ name }) => name),
    refersToOriginal: (mail.bounce?.messageIds ?? mail.references).includes(original.messageId),
  }).toEqual(expected);
});

it.each(replyShapes.filter(({ expected }) => expected.kind === 'bounce'))(
  '$name: recipient and reason are found',
  async ({ build }) => {
    const mail = await parseShape(build);
    expect(mail.bounce).toMatchObject({ recipients: [original.to], reason: '550 User unknown' });
  },
);

function parseShape(build: (typeof replyShapes)[number]['build']) {
  const source = Buffer.from(build(original));
  return parseMail({ uid: 1, source, isCut: false, size: source.length, receivedAt: new Date() });
}
