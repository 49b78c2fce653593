import { describe, expect, it } from 'vitest';
import * as content from '../../content/release-content.ts';
import { maxReplyLength, maxRepliesPerHour } from '../../enquiries/actions.ts';
import { honeypotFieldName } from '../../enquiries/enquiry.ts';
import { createReceivedMail, sampleFields } from '../../enquiries/testing/samples.ts';
import { anna, bob, startOfficeWithEnquiry } from '../testing/office-under-test.ts';
import { createEmptyReply, fillTemplate, findMissingValuePlaceholder, insertReplyTemplate } from './reply-templates.ts';

const text = 'Yes, on Monday.\n\nKind regards';
const [saved] = content.office.answer.saved;

describe('an answer', () => {
  it('is taken as it was typed, and stands on the page with who wrote it and what becomes of it', async () => {
    const { annasBrowser, enquiryPath, act } = await startOfficeWithEnquiry();
    // Some programs paste U+0007; browsers send \r\n.
    const sent = { text: `${text.replaceAll('\n', '\r\n')}\u0007` };
    expect(await act('reply', sent)).toEqual([303, `${enquiryPath}?done=reply#notice`]);
    const view = await annasBrowser.getView(`${enquiryPath}?done=reply`, 'enquiry');
    const replies = [{ by: anna, text, delivery: { state: 'due' } }];
    expect(view).toMatchObject({ enquiry: { replies }, notice: { kind: 'done', action: 'reply' } });
  });

  it.each([
    ['empty', ' \n '],
    ['empty', (enquiry: Parameters<typeof createEmptyReply>[1]) => createEmptyReply(content, enquiry)],
    ['too long', 'é'.repeat(2 * maxReplyLength)],
    ['with a mark left in it', 'Dear [company: not given]'],
  ])('that is %s is not sent, and comes back with the reason', async (_, typed) => {
    const { actForView, getEnquiryView, findEnquiry } = await startOfficeWithEnquiry();
    const reply = typeof typed === 'string' ? typed : typed((await getEnquiryView()).enquiry);
    expect(await actForView('reply', { text: reply })).toMatchObject([422, { reply, notice: { kind: 'problem' } }]);
    expect(await findEnquiry()).toMatchObject({ replies: [], version: 0 });
  });

  it('goes to who is ticked or typed; refused or taken back, they stay chosen', async () => {
    const { actForView, act, getEnquiryView, findEnquiry, enquiries, enquiryPath, annasBrowser } =
      await startOfficeWithEnquiry();
    const references = [(await findEnquiry())?.messageId ?? ''];
    const bob = { name: 'Bob', address: 'bob@example.net' };
    await enquiries.receiveMail(createReceivedMail({ references, recipients: [bob] }), async () => {});
    const view = await getEnquiryView();
    expect(view.proposedRecipients).toMatchObject([{ ...bob, isPreset: true }]);
    const form = { seen: `${view.enquiry.version}`, text, copyTo: [bob.address, 'cleo'] };
    const notice = { text: expect.stringContaining('“cleo”') };
    const again = { copyTo: `${bob.address}, cleo`, reply: text, notice };
    expect(await actForView('reply', form)).toMatchObject([422, again]);
    await act('reply', { ...form, copyTo: ['Cleo <cleo@example.net>', bob.address, sampleFields.email] });
    const [sent] = (await findEnquiry())?.replies ?? [];
    expect(sent?.recipients).toEqual([{ name: 'Cleo', address: 'cleo@example.net' }, bob]);
    const path = `${enquiryPath}/undo-reply`;
    const undone = await annasBrowser.postForView('enquiry', path, { reply: sent?.id ?? '' });
    expect(undone).toMatchObject([200, { reply: text, copyTo: `cleo@example.net, ${bob.address}` }]);
  });

  it('of a second person waits until they have read the first one’s, and keeps what they typed', async () => {
    const { act, actForView, bobsBrowser, enquiryPath, findEnquiry } = await startOfficeWithEnquiry();
    await bobsBrowser.post(`${enquiryPath}/reply`, { seen: '0', text: 'No.' });
    const [status, view] = await actForView('reply', { text });
    const details = [expect.stringContaining(`${bob} replied`)];
    expect(status).toBe(409);
    expect(view).toMatchObject({ reply: text, enquiry: { replies: [{ text: 'No.' }] }, notice: { details } });
    expect((await act('reply', { seen: `${view.enquiry.version}`, text }))[0]).toBe(303);
    expect((await findEnquiry())?.replies.map(({ by }) => by)).toEqual([bob, anna]);
  });

  it('that was sent after the session had ended comes back after signing in, and nothing has gone out', async () => {
    const { actForView, openBrowser, enquiryPath, findEnquiry } = await startOfficeWithEnquiry();
    const returnPath = `${enquiryPath}/reply`;
    const [, asked] = await openBrowser().postForView('sign in', returnPath, { seen: '0', text });
    expect(asked).toMatchObject({ returnPath, replayedFields: { text: [text], seen: ['0'] } });
    expect((await findEnquiry())?.replies).toEqual([]);
    const [, resumed] = await actForView('reply', { text, resumed: 'yes' });
    expect(resumed).toMatchObject({ reply: text, notice: { kind: 'problem' } });
    expect((await findEnquiry())?.replies).toEqual([]);
  });

  it('to what was erased or marked as spam meanwhile goes nowhere', async () => {
    const { act, annasBrowser, findEnquiry } = await startOfficeWithEnquiry({ [honeypotFieldName]: 'x' });
    expect((await act('reply', { text }))[0]).toBe(409);
    expect((await findEnquiry())?.replies).toEqual([]);
    await annasBrowser.post('/erase', { email: sampleFields.email });
    expect((await act('reply', { text }))[0]).toBe(404);
  });

  it('is too much after so many of one person within the hour, who keeps what they typed', async () => {
    const { actForView, id, enquiries } = await startOfficeWithEnquiry();
    for (let version = 0; version < maxRepliesPerHour; version++)
      await enquiries.sendReply(id, { text, by: anna, version });
    const refused = await actForView('reply', { seen: `${maxRepliesPerHour}`, text });
    expect(refused).toMatchObject([429, { reply: text }]);
  });

  it('gets a saved reply before its signature, with what the visitor gave', async () => {
    const { act, actForView, getEnquiryView } = await startOfficeWithEnquiry();
    const { enquiry } = await getEnquiryView();
    const empty = createEmptyReply(content, enquiry);
    const typed = { text: empty.replaceAll('\n', '\r\n'), saved: saved?.title ?? '' };
    const [, { reply: answer = '' }] = await actForView('saved-reply', typed);
    expect(answer).toContain(fillTemplate(saved?.text ?? '', enquiry));
    expect(answer.endsWith(empty.slice(-20))).toBe(true);
    expect((await act('saved-reply', { text, saved: 'Gone' }))[0]).toBe(422);
  });
});

it('what a visitor has not given is marked in a saved reply, and found again', () => {
  const asked = { name: 'Ada', company: '', reference: 'BR9W-KP20' };
  expect(fillTemplate('{visitor} of {company}: {reference} {other}', asked)).toBe(
    'Ada of [company: not given]: BR9W-KP20 {other}',
  );
  expect([
    findMissingValuePlaceholder(fillTemplate('{company}', asked)),
    findMissingValuePlaceholder(fillTemplate('{visitor}', asked)),
  ]).toEqual(['[company: not given]', null]);
  expect(insertReplyTemplate('Dear Ada, ', 'Of {company}.', content, asked)).toBe(
    'Dear Ada,\n\nOf [company: not given].',
  );
});

describe('the signature', () => {
  const asked = { name: 'Ada', company: '', reference: 'BR9W-KP20' };
  const office = { ...content.office, answer: { greeting: 'Dear Ada', signature: 'Yours\n{person}\nUs', saved: [] } };

  it.each([
    ['Anna Bell', 'Yours\nAnna Bell\nUs'],
    ['', 'Yours\nUs'],
  ])('has the name of whoever answers, %j, if they gave one', (name, signature) => {
    expect(createEmptyReply({ office }, asked, name)).toBe(`Dear Ada\n\n\n\n${signature}`);
  });

  it('stays below a saved reply, also if the name was given after it was written', () => {
    const unsigned = createEmptyReply({ office }, asked);
    const filled = insertReplyTemplate(unsigned, 'Gladly.', { office }, { ...asked, person: 'Anna Bell' });
    expect(filled).toBe('Dear Ada\n\nGladly.\n\nYours\nUs');
  });
});
