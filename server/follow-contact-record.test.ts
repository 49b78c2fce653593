import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as words from '../content/words.ts';
import type { ContactOverrides } from '../enquiries/core/contact-settings.ts';
import { openCore } from '../start/open-core.ts';
import { readConfig } from '../start/config.ts';
import { followContactRecord } from './follow-contact-record.ts';
import type { Publication } from './publication.ts';
import { launchCopy } from '../start/testing/site-process.ts';
import { recordedLog, temporaryDirectory } from '../start/testing/site-under-test.ts';
import { standInRecord } from '../start/testing/stand-in-pages.ts';

const away = new Error('away');

/** A record that is read often, and pages that are known by what they were made with. */
async function follow(first: ContactOverrides | Error) {
  const at = { record: first, fault: undefined as Error | undefined };
  const madeWith = new Map<Publication, ContactOverrides>();
  const { log, lines } = recordedLog();
  const overrides = vi.fn(async () => {
    if (at.record instanceof Error) throw at.record;
    return at.record;
  });
  const publish = async (made: ContactOverrides) => {
    if (at.fault) throw at.fault;
    const publication = standInRecord().current();
    madeWith.set(publication, made);
    return publication;
  };
  const shown: unknown[] = [];
  const show = (publication: Publication) => void shown.push(madeWith.get(publication));
  const { current, stop } = await followContactRecord({ settings: { overrides }, publish, show, log, interval: 1 });
  onTestFinished(stop);
  return {
    at,
    shown,
    stop,
    reads: overrides,
    current: () => madeWith.get(current()),
    times: (message: string) => lines.join('').split(`"msg":"${message}`).length - 1,
    /** Once it has looked twice more, one look has begun and ended since. */
    async looked() {
      const { length } = overrides.mock.calls;
      await expect.poll(() => overrides.mock.calls.length).toBeGreaterThan(length + 2);
    },
  };
}

describe('the pages that are shown', () => {
  it('are those of the record from the first on', async () => {
    const { current, shown } = await follow({ phone: '1' });
    expect([current(), shown]).toEqual([{ phone: '1' }, [{ phone: '1' }]]);
  });

  it('follow the record, to other facts and back, and are made anew for nothing else', async () => {
    const { at, current, looked, shown } = await follow({});
    for (const record of [{ phone: '1' }, {}]) {
      at.record = record;
      await looked();
      await looked();
      expect(current()).toEqual(record);
    }
    expect(shown).toEqual([{}, { phone: '1' }, {}]);
  });

  it('have the built-in facts while the record cannot be read, and follow it once it can', async () => {
    const { at, current, looked } = await follow(away);
    expect(current()).toEqual({});
    at.record = { phone: '1' };
    await looked();
    expect(current()).toEqual({ phone: '1' });
  });

  it('stay while the record cannot be read, which the log tells once each time', async () => {
    const { at, looked, shown, times } = await follow({ phone: '1' });
    for (let time = 1; time <= 2; time += 1) {
      at.record = away;
      await looked();
      expect(times('the contact record cannot be read')).toBe(time);
      at.record = { phone: '1' };
      await looked();
    }
    expect(shown).toEqual([{ phone: '1' }]);
  });

  it('stay where others fail, until they do not', async () => {
    const { at, current, looked, times } = await follow({});
    Object.assign(at, { record: { phone: '1' }, fault: new Error('broken') });
    await looked();
    expect(current()).toEqual({});
    expect(times('the pages could not follow the contact record')).toBeGreaterThan(0);
    at.fault = undefined;
    await looked();
    expect(current()).toEqual({ phone: '1' });
  });

  it('are not there where the first ones fail', async () => {
    const { log } = recordedLog();
    const settings = { overrides: async () => ({}) };
    const followed = followContactRecord({ settings, publish: () => Promise.reject(away), show: () => {}, log });
    await expect(followed).rejects.toBe(away);
  });

  it('are looked after no more once that was ended', async () => {
    const { looked, stop, reads } = await follow({});
    await looked();
    await stop();
    const { length } = reads.mock.calls;
    await expect(vi.waitFor(() => expect(reads.mock.calls.length).toBeGreaterThan(length), 50)).rejects.toThrow();
  });
});

describe('a server that is started beside a record', () => {
  it('shows it in pages, answers and short messages from its first answer on', async () => {
    const env = { DATABASE_URL: `sqlite:${join(temporaryDirectory(), 'site.db')}`, RETENTION_DAYS: '90' };
    const { contactSettings, close } = await openCore(readConfig(env), recordedLog().log);
    await contactSettings.set('email', 'new@new.example', 'anna');
    await close();
    const launched = launchCopy(env);
    onTestFinished(async () => void (await launched.end()));
    const url = await launched.address();
    const form = (type: string) => ({ method: 'POST', headers: { 'content-type': type }, body: 'name=A' });
    for (const [path, init] of [
      ['/', {}],
      ['/nothing-here', {}],
      ['/contact', form('application/x-www-form-urlencoded')],
      ['/contact', form('text/plain')],
    ] as const) {
      const text = await (await fetch(url + path, init)).text();
      expect(text).toContain('new@new.example');
      expect(text).not.toContain(words.site.contact.email);
    }
    expect(await (await fetch(`${url}/privacy-policy`)).text()).toMatch(/90(?:&nbsp;|\u00A0)days/);
    expect(await launched.end('SIGTERM')).toBe(0);
  });
});
