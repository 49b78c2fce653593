import { describe, expect, it } from 'vitest';
import { referenceOf } from '../enquiries/core/reference.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startOperator } from './testing/operator.ts';
import { selectorOf } from './choose-enquiries.ts';

describe('an enquiry on the command line', () => {
  it.each([
    ['7K2M-9QXD', { reference: '7K2M-9QXD' }],
    ['7k2m9qxd', { reference: '7k2m9qxd' }],
    ['01a1fc16-4fa8-721c-a92d-b68cff562a77', { id: '01a1fc16-4fa8-721c-a92d-b68cff562a77' }],
    ['7K2M-9QX', { id: '7K2M-9QX' }],
    ['ada@example.com', { email: 'ada@example.com' }],
  ])('%s is meant by %j', (word, selector) => expect(selectorOf(word)).toEqual(selector));

  it('is found by its reference, as people say it and as they write it down', async () => {
    const { receive, runJson } = await startOperator();
    const id = await receive();
    const reference = referenceOf(id);
    const misread = reference.replaceAll('0', 'O').replaceAll('1', 'l');
    for (const word of [reference, reference.toLowerCase(), reference.replace('-', ''), misread])
      expect(await runJson('enquiries', 'show', word)).toMatchObject({ id, reference });
  });

  it('has to be named by its id where a word stands for several, and nothing is done', async () => {
    const { enquiries, receive, run } = await startOperator();
    const only = await receive({ email: 'else@example.com' });
    const ids = [await receive(), await receive()].toReversed();
    const err = `${fields.email} stands for 2 enquiries. Name one by its id: ${ids.join(', ')}.\n`;
    expect(await run('enquiries', 'answer', only, fields.email)).toEqual({ code: 1, out: '', err });
    expect(await enquiries.count({ handling: 'waiting' })).toBe(3);
  });
});
