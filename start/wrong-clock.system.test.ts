import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { refusal, startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startSiteProcess } from './testing/site-process.ts';
import { temporaryDirectory } from './testing/site-under-test.ts';
import { submit } from './testing/submissions.ts';

// Debian's package puts it below the name of the processor.
const library = existsSync('/usr/lib')
  ? readdirSync('/usr/lib')
      .map((name) => join('/usr/lib', name, 'faketime', 'libfaketime.so.1'))
      .find((path) => existsSync(path))
  : undefined;
const installed = library !== undefined && spawnSync('faketime', ['--version']).status === 0;
if (!installed) console.warn('Not tested: faketime is not installed. As root on Debian: apt-get install faketime');

/** A site with a database and a clock that outlive its processes, and a mail server that refuses for now when told to. */
async function siteWithClock() {
  const directory = temporaryDirectory();
  const clock = join(directory, 'clock');
  const setClock = (offset: string): void => writeFileSync(clock, offset);
  setClock('+0');
  const mail = { refused: false, sent: new Set<string | undefined>() };
  const peer = await startSmtpPeer({
    onMail(text, take) {
      if (mail.refused) return take(refusal(451, 'later'));
      mail.sent.add(/^Subject: Enquiry: (.*?)\r$/m.exec(String(text))?.[1]);
      take();
    },
  });
  const start = () =>
    startSiteProcess({
      DATABASE_URL: `sqlite:${join(directory, 'site.db')}`,
      SMTP_URL: peer.url,
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_CACHE_DURATION: '1',
      DONT_FAKE_MONOTONIC: '1',
    });
  async function send(site: { url: string }, ...subjects: string[]): Promise<void> {
    for (const subject of subjects) expect((await submit(site, { ...fields, subject })).status).toBe(200);
  }
  return { start, send, setClock, mail };
}

const readiness = async ({ url }: { url: string }): Promise<unknown> => (await fetch(`${url}/readyz`)).json();
const patiently = { timeout: 25_000, interval: 100 };

describe.skipIf(!installed)('a clock', () => {
  it('that runs ahead at the start erases nothing, delivered or not, says so as an error and in /readyz, and puts no mail off', async () => {
    const { start, send, setClock, mail } = await siteWithClock();
    const before = await start();
    await send(before, 'one', 'two');
    await vi.waitFor(() => expect(before.output.out.match(/"mail delivered"/g)).toHaveLength(2), patiently);
    mail.refused = true;
    await send(before, 'three');
    await before.says(/mail not delivered yet/);
    await before.end('SIGTERM');

    setClock('+400d');
    const wrong = await start();
    await wrong.says(/"level":50.*"old":2,"all":3.*the purge was refused/);
    expect(await readiness(wrong)).toMatchObject({ status: 'degraded', purge: 'refused' });
    mail.refused = false;
    await vi.waitFor(() => expect(mail.sent).toEqual(new Set(['one', 'two', 'three'])), patiently);
    await wrong.end('SIGTERM');
    expect(wrong.output.out).not.toMatch(/purged old|mail failed/);
  });

  it('that is set back while mail waits silences no alarm, and does not put it off', async () => {
    const { start, send, setClock, mail } = await siteWithClock();
    mail.refused = true;
    const site = await start();
    await send(site, 'one');
    await site.says(/mail not delivered yet/);
    setClock('-2d');
    // What was queued in the future counts as failing.
    const failing = { status: 'degraded', mail: 'failing' };
    await vi.waitFor(async () => expect(await readiness(site)).toMatchObject(failing), patiently);
  });
});
