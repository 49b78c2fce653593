import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as words from '../content/words.ts';
import type { ContactOverrides } from '../enquiries/core/contact-settings.ts';
import { openCore } from '../start/open-core.ts';
import { readConfig } from '../start/config.ts';
import { followContactRecord } from './follow-contact-record.ts';
import { recordedLog, startSite, temporaryDirectory } from '../start/testing/site-under-test.ts';
import { standInRecord } from '../start/testing/stand-in-pages.ts';
import { submitForm } from '../start/testing/submissions.ts';
import { siteDirectory } from '../process/site-directory.ts';
import { builtPages } from '../start/built-pages.ts';

const away = new Error('away');
const one = { phone: '1' };

/** A record that is read often, and pages that are known by what they were made with. */
async function follow(record: ContactOverrides | Error) {
  const at: { record: ContactOverrides | Error; fault?: Error } = { record };
  const { log, lines } = recordedLog();
  const overrides = vi.fn(async () => (at.record instanceof Error ? Promise.reject(at.record) : at.record));
  const publish = async (made: ContactOverrides) => {
    if (at.fault) throw at.fault;
    return Object.assign(standInRecord().current(), { made });
  };
  const show = vi.fn<(publication: object) => void>();
  const { current, stop } = await followContactRecord({ settings: { overrides }, publish, show, log, interval: 1 });
  onTestFinished(stop);
  const madeWith = (publication: object) => (publication as { made?: ContactOverrides }).made;
  return {
    at,
    shown: () => show.mock.calls.map(([publication]) => madeWith(publication)),
    current: () => madeWith(current()),
    times: (message: string) => lines.join('').split(`"msg":"${message}`).length - 1,
    /** Once it has looked twice more, one look has begun and ended since. */
    async looked() {
      const { length } = overrides.mock.calls;
      await expect.poll(() => overrides.mock.calls.length).toBeGreaterThan(length + 2);
    },
  };
}

describe('the pages that are shown', () => {
  it('follow the record from the first on, to other facts and back, and are made anew for nothing else', async () => {
    const { at, current, looked, shown } = await follow(one);
    expect([current(), shown()]).toEqual([one, [one]]);
    for (const record of [{}, { phone: '1' }]) {
      at.record = record;
      await looked();
      await looked();
      expect(current()).toEqual(record);
    }
    expect(shown()).toEqual([one, {}, one]);
  });

  it('have the built-in facts while the record cannot be read, follow it once it can, and stay if it is away again', async () => {
    const { at, current, looked, times } = await follow(away);
    expect(current()).toEqual({});
    for (const record of [one, away]) {
      at.record = record;
      await looked();
      expect(current()).toEqual(one);
    }
    expect(times('the contact record cannot be read')).toBe(2);
  });

  it('stay where others fail, until they do not', async () => {
    const { at, current, looked, times } = await follow({});
    Object.assign(at, { record: one, fault: new Error('broken') });
    await looked();
    expect(current()).toEqual({});
    expect(times('the pages could not follow the contact record')).toBeGreaterThan(0);
    delete at.fault;
    await looked();
    expect(current()).toEqual(one);
  });
});

it('a server beside a record shows it in pages, answers and short messages from its first answer on', async () => {
  const DATABASE_URL = `sqlite:${join(temporaryDirectory(), 'site.db')}`;
  const { contactSettings, close } = await openCore(readConfig({ DATABASE_URL }), recordedLog().log);
  await contactSettings.set('email', 'new@new.example', 'anna');
  await close();
  const pages = await builtPages(join(siteDirectory, 'build'));
  const site = await startSite({ DATABASE_URL, RETENTION_DAYS: '90' }, { pages });
  const unreadable = { method: 'POST', body: 'name=A' };
  for (const answer of [
    await fetch(site.url),
    await fetch(`${site.url}/nothing-here`),
    await submitForm(site),
    await fetch(`${site.url}/contact`, unreadable),
  ]) {
    const text = await answer.text();
    expect(text).toContain('new@new.example');
    expect(text).not.toContain(words.site.contact.email);
  }
  expect(await (await fetch(`${site.url}/privacy-policy`)).text()).toMatch(/90(?:&nbsp;|\u00A0)days/);
});
