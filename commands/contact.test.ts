import { expect, it } from 'vitest';
import { site } from '../content/words.ts';
import { startOperator } from './testing/operator.ts';

it('contact facts are shown, set one by one and reset, and each change is kept', async () => {
  const { contactSettings, enquiries, run, runJson } = await startOperator();
  expect((await run('contact', 'get')).out).toContain(site.contact.phone);
  const set = await run('contact', 'set', 'phone', ' +44 117 496 0143 ');
  expect([set.code, set.out]).toEqual([0, expect.stringContaining('+44 117 496 0143  (set here)')]);
  expect(await contactSettings.overrides()).toEqual({ phone: '+44 117 496 0143' });
  const contact = { ...site.contact, phone: '+44 117 496 0143' };
  expect(await runJson('contact', 'get')).toEqual({ contact, overridden: ['phone'] });
  const linkedin = 'https://www.linkedin.com/company/other';
  expect(await runJson('contact', 'set', 'linkedin', linkedin)).toEqual({
    contact: { ...contact, socialMedia: { linkedin } },
    overridden: expect.arrayContaining(['phone', 'linkedin']),
  });
  await run('contact', 'reset', 'linkedin');
  expect(await runJson('contact', 'reset', 'phone')).toEqual({ contact: site.contact, overridden: [] });
  const change = { act: 'contact facts', by: 'the command' };
  expect(await enquiries.activity({ limit: 9 })).toMatchObject([
    { ...change, detail: 'phone' },
    { ...change, detail: 'linkedin' },
    { ...change, detail: 'linkedin' },
    { ...change, detail: 'phone' },
  ]);
});
