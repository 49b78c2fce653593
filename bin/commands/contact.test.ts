import { describe, expect, it } from 'vitest';
import { site } from '../../content/site.ts';
import { startOperator } from '../testing/operator.ts';

describe('contact', () => {
  it('is shown, set field by field, and reset', async () => {
    const { composition, run } = await startOperator();
    expect((await run('contact', 'get')).out).toContain(site.contact.phone);
    const set = await run('contact', 'set', 'phone', ' +44 117 496 0143 ');
    expect([set.code, set.out]).toEqual([0, expect.stringContaining('+44 117 496 0143  (set here)')]);
    expect(await composition.contactSettings.overrides()).toEqual({ phone: '+44 117 496 0143' });
    expect(JSON.parse((await run('contact', 'get', '--json')).out)).toEqual({
      contact: { ...site.contact, phone: '+44 117 496 0143' },
      overridden: ['phone'],
    });
    expect(JSON.parse((await run('contact', 'reset', 'phone', '--json')).out)).toEqual({
      contact: site.contact,
      overridden: [],
    });
  });

  it.each([
    [['set', 'phone', 'call me'], /phone takes digits/],
    [['set', 'fax', '1'], /fields are email, phone, address, linkedin/],
    [['set', 'phone'], /its value/],
    [['set', 'address', '1', 'Example', 'Wharf'], /quotation marks/],
    [['reset'], /Name one field/],
    [['reset', 'fax'], /fields are/],
  ])('refuses %j and says what it takes', async (args, says) => {
    const { composition, run } = await startOperator();
    const { code, out, err } = await run('contact', ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(says);
    expect(await composition.contactSettings.overrides()).toEqual({});
  });
});
