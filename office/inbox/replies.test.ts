import { describe, expect, it } from 'vitest';
import * as words from '../../content/words.ts';
import { maxReplyLength, maxRepliesPerHour } from '../../enquiries/act.ts';
import { trapField } from '../../enquiries/enquiry.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { viewOf } from '../testing/browser.ts';
import { anna, bob, startWithOne } from '../testing/inbox-under-test.ts';
import { createEmptyReply, fillTemplate, findUnfilledMark, insertSavedReply } from './reply-templates.ts';

const text = 'Yes, on Monday.\n\nKind regards';
const [saved] = words.office.answer.saved;

describe('an answer', () => {
  it('is taken as it was typed, and stands on the page with who wrote it and what becomes of it', async () => {
    const { annas, page } = await startWithOne();
    // Some programs paste U+0007; browsers send \r\n.
    const sent = { seen: '0', text: `${text.replaceAll('\n', '\r\n')}\u0007` };
    expect(await annas.press(`${page}/reply`, sent)).toEqual([303, `${page}?done=reply`]);
    const view = await annas.view(`${page}?done=reply`, 'enquiry');
    const replies = [{ by: anna, text, delivery: { state: 'due' } }];
    expect(view).toMatchObject({ enquiry: { replies }, notice: { kind: 'done', act: 'reply' } });
  });

  it.each([
    ['empty', ' \n '],
    ['empty', (enquiry: Parameters<typeof createEmptyReply>[1]) => createEmptyReply(words, enquiry)],
    ['too long', 'é'.repeat(2 * maxReplyLength)],
    ['with a mark left in it', 'Dear [company: not given]'],
  ])('that is %s is not sent, and comes back with the reason', async (_, typed) => {
    const { annas, page, found } = await startWithOne();
    const { enquiry } = await annas.view(page, 'enquiry');
    const answer = typeof typed === 'string' ? typed : typed(enquiry);
    const refused = await annas.post(`${page}/reply`, { seen: '0', text: answer });
    expect(refused.status).toBe(422);
    expect(await viewOf(refused, 'enquiry')).toMatchObject({ answer, notice: { kind: 'problem' } });
    expect(await found()).toMatchObject({ replies: [], version: 0 });
  });

  it('of a second person waits until they have read the first one’s, and keeps what they typed', async () => {
    const { annas, bobs, page, found } = await startWithOne();
    await bobs.post(`${page}/reply`, { seen: '0', text: 'No.' });
    const overtaken = await annas.post(`${page}/reply`, { seen: '0', text });
    const view = await viewOf(overtaken, 'enquiry');
    const details = [expect.stringContaining(`${bob} answered`)];
    expect(overtaken.status).toBe(409);
    expect(view).toMatchObject({ answer: text, enquiry: { replies: [{ text: 'No.' }] }, notice: { details } });
    expect((await annas.press(`${page}/reply`, { seen: `${view.enquiry.version}`, text }))[0]).toBe(303);
    expect((await found())?.replies.map(({ by }) => by)).toEqual([bob, anna]);
  });

  it('that was sent after the session had ended comes back after signing in, and nothing has gone out', async () => {
    const { annas, newBrowser, page, found } = await startWithOne();
    const asked = await viewOf(await newBrowser().post(`${page}/reply`, { seen: '0', text }), 'sign in');
    expect(asked).toMatchObject({ to: `${page}/reply`, typed: { text: [text], seen: ['0'] } });
    const again = await annas.view(page, 'enquiry');
    expect(again.enquiry.replies).toEqual([]);
    const resumed = await annas.post(`${page}/reply`, { seen: '0', text, resumed: 'yes' });
    expect(await viewOf(resumed, 'enquiry')).toMatchObject({ answer: text, notice: { kind: 'problem' } });
    expect((await found())?.replies).toEqual([]);
  });

  it('to what was erased or set aside meanwhile goes nowhere', async () => {
    const { annas, page, found } = await startWithOne({ [trapField]: 'x' });
    expect((await annas.press(`${page}/reply`, { seen: '0', text }))[0]).toBe(409);
    expect((await found())?.replies).toEqual([]);
    await annas.post('/erase', { email: fields.email });
    expect((await annas.press(`${page}/reply`, { seen: '0', text }))[0]).toBe(404);
  });

  it('is too much after so many of one person within the hour, who keeps what they typed', async () => {
    const { annas, page, id, enquiries } = await startWithOne();
    for (let version = 0; version < maxRepliesPerHour; version++)
      await enquiries.reply(id, { text, by: anna, version });
    const refused = await annas.post(`${page}/reply`, { seen: `${maxRepliesPerHour}`, text });
    expect([refused.status, (await viewOf(refused, 'enquiry')).answer]).toEqual([429, text]);
  });

  it('gets a saved reply before its signature, with what the visitor gave', async () => {
    const { annas, page } = await startWithOne();
    const { enquiry } = await annas.view(page, 'enquiry');
    const typed = `Dear Ada,\r\n\r\n${words.office.answer.signature.replaceAll('\n', '\r\n')}`;
    const shown = await annas.post(`${page}/saved-reply`, { seen: '0', text: typed, saved: saved?.title ?? '' });
    const { answer = '' } = await viewOf(shown, 'enquiry');
    expect(answer).toContain(fillTemplate(saved?.text ?? '', enquiry));
    expect(answer.endsWith(words.office.answer.signature)).toBe(true);
    expect((await annas.press(`${page}/saved-reply`, { seen: '0', text, saved: 'Gone' }))[0]).toBe(422);
  });
});

it('what a visitor has not given is marked in a saved reply, and found again', () => {
  const asked = { name: 'Ada', company: '', reference: 'BR9W-KP20' };
  expect(fillTemplate('{visitor} of {company}: {reference} {other}', asked)).toBe(
    'Ada of [company: not given]: BR9W-KP20 {other}',
  );
  expect([
    findUnfilledMark(fillTemplate('{company}', asked)),
    findUnfilledMark(fillTemplate('{visitor}', asked)),
  ]).toEqual(['[company: not given]', null]);
  expect(insertSavedReply('Dear Ada, ', 'Of {company}.', words, asked)).toBe('Dear Ada,\n\nOf [company: not given].');
});
