import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { composeEnquiryMail } from './enquiry-mail.ts';
import { readMail } from '../../outbox/testing/read-mail.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { formatReference } from '../reference.ts';
import type { Enquiry } from '../model.ts';
import { mailRoute } from '../testing/core-under-test.ts';
import { sampleFields, parseEnquiry, createSampleEnquiry, createStoredEnquiry } from '../testing/samples.ts';

const tag = `[${formatReference(createSampleEnquiry(1).id)}]`;

function compose(changes: Partial<Enquiry> = {}) {
  const enquiry = createSampleEnquiry(1, changes);
  return composeEnquiryMail({ ...enquiry, messageId: '<the-id@ours.example>' }, mailRoute);
}

describe('the mail about an enquiry', () => {
  it('says where its visit began, as far as that is known', () => {
    const { text } = compose({ visitSource: { page: '/about', firstPage: '', host: 'lnkd.in', campaign: 'a / b' } });
    expect(text).toMatch(/\nForm opened from: \/about\nCame from: {8}lnkd\.in\nCampaign: {9}a \/ b\n\nAll that/);
  });

  it('says everything in plain text, the visitor’s words last', () => {
    const { text } = compose({ receivedAt: new Date('2025-07-01T14:05:09Z') });
    expect(text).toBe(
      [
        'Somebody sent an enquiry on the Ours website. Reply to this mail to answer.',
        '',
        'Received:  Tuesday, 1 July 2025 at 15:05:09 BST',
        `Reference: ${formatReference(createSampleEnquiry(1).id)}`,
        '',
        'All that follows was written by the sender:',
        '',
        'Name:      Ada Example',
        'Email:     ada@example.com',
        'Company:   Example Ltd',
        'Subject:   A quotation',
        '',
        'Message:',
        '',
        'Good morning,',
        'please call me back.',
        '',
      ].join('\n'),
    );
  });

  it.each(['\u202E', '\u200B', '\u2066'])('shows what hides in lines as a mark, and says so: %j', (hidden) => {
    const text = `annexe${hidden}fdp.exe`;
    const mail = compose({ name: text, company: text, subject: text, message: text });
    const code = `U+${hidden.charCodeAt(0).toString(16).toUpperCase()}`;
    const marked = `annexe[${code}]fdp.exe`;
    expect([mail.replyTo.name, mail.subject]).toEqual([marked, `Enquiry: ${marked} ${tag}`]);
    for (const body of [mail.text, mail.html ?? '']) {
      expect(body.split(`[${code}]`).length).toBeGreaterThan(3);
      expect(body).toContain(`${code} (`);
      expect(body.split(hidden), 'the message keeps its bytes').toHaveLength(2);
    }
  });

  it('leads to Answer in the inbox where there is one, and leaves the company out where none was given', () => {
    const officeUrl = 'https://inbox.ours.example';
    const enquiry = createStoredEnquiry(1, { company: '' });
    const { text, html = '' } = composeEnquiryMail(enquiry, { ...mailRoute, officeUrl });
    const address = `${officeUrl}/enquiries/${createSampleEnquiry(1).id}#answer`;
    expect([text.includes(address), html.includes(`<a href="${address}">`)]).toEqual([true, true]);
    expect(text + html).not.toMatch(/Company|Reply to this mail/);
  });

  it('has no header that decodes into something that nobody typed', async () => {
    const mail = await readMail(compose({ name: '=?utf-8?q?x?=', subject: '=?utf-8?q?=0D=0ABcc:?=' }));
    expect(mail.replyTo).toEqual([{ name: '= ?utf-8?q?x?=', address: sampleFields.email }]);
    expect(mail.subject).toBe(`Enquiry: = ?utf-8?q?=0D=0ABcc:?= ${tag}`);
    expect(mail.text).toContain('Name:      =?utf-8?q?x?=');
  });

  it('reads back as it was written for anything that is accepted', async () => {
    const any = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 });
    const textOf = (parts: readonly string[], maxLength: number) =>
      fc.string({ unit: fc.oneof(fc.constantFrom(...parts), any), minLength: 1, maxLength });
    const text = textOf([...'"<>@,;:\\()=? ?=éß你👋.-&'], 200);
    const message = textOf(['\n', '.', '\n.\n', '\nFrom ', '--', '\t', ' '], 2000);
    await fc.assert(
      fc.asyncProperty(fc.record({ name: text, company: text, subject: text, message }), async (input) => {
        const parsed = parseEnquiry({ ...sampleFields, ...input });
        if (!parsed.ok) return;
        const mail = await readMail(compose(parsed.enquiry));
        expect([mail.from, mail.to]).toEqual([mailRoute.from, [{ name: '', address: mailRoute.to[0] }]]);
        expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
        expect(mail.replyTo?.map(({ address }) => address)).toEqual([sampleFields.email]);
        expect(withoutSpace(mail.replyTo?.[0]?.name)).toBe(withoutSpace(markHiddenCharacters(parsed.enquiry.name)));
        const subject = `Enquiry: ${markHiddenCharacters(parsed.enquiry.subject)} ${tag}`;
        expect(withoutSpace(mail.subject)).toBe(withoutSpace(subject));
        expect(mail.text?.replaceAll('\r\n', '\n')).toContain(`Message:\n\n${parsed.enquiry.message}`);
        expect(mail.attachments).toEqual([]);
      }),
    );
  });
});

/** Removes white space, the only thing that header folding may change. */
function withoutSpace(text = ''): string {
  return text.replaceAll(/\s+/gu, '');
}
