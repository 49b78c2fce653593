import { expect, it } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { startOperator } from '../testing/operator.ts';

it('enquiries show shows one in full: what is due, and why one is quarantined', async () => {
  const { receive, receiveSpam, run, runJson } = await startOperator();
  const id = await receive();
  const { code, out } = await run('enquiries', 'show', id);
  expect(code).toBe(0);
  for (const text of [id, ...Object.values(fields), 'due now']) expect(out).toContain(text);
  expect(await runJson('enquiries', 'show', id)).toMatchObject({ id, ...fields });

  const spam = await receiveSpam();
  const quarantined = new RegExp(`^Mail: .*\\(enquiries release ${spam}\\)\nReason:    the hidden field`, 'm');
  expect((await run('enquiries', 'show', spam)).out).toMatch(quarantined);
  expect(await run('enquiries', 'show', 'nobody')).toEqual({ code: 1, out: '', err: 'There is no enquiry nobody.\n' });
});
