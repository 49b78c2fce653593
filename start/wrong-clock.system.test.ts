import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { refusal, startSmtpPeer } from '../outbox/testing/smtp-peer.ts';
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
const patiently = { timeout: 25_000, interval: 100 };
const installed = library !== undefined && spawnSync('faketime', ['--version']).status === 0;
if (!installed) console.warn('Not tested: faketime is not installed. As root on Debian: apt-get install faketime');

it.skipIf(!installed)(
  'a clock that runs ahead at the start erases nothing, says so as an error and in /readyz, and puts no mail off',
  async () => {
    const directory = temporaryDirectory();
    const clock = join(directory, 'clock');
    const mail = { refused: false, sent: new Set<string | undefined>() };
    const peer = await startSmtpPeer({
      onMail(text, take) {
        if (mail.refused) return take(refusal(451, 'later'));
        mail.sent.add(/^Subject: Enquiry: (.*?) \[.*\]\r$/m.exec(String(text))?.[1]);
        take();
      },
    });
    function start(offset: string) {
      writeFileSync(clock, offset);
      return startSiteProcess({
        DATABASE_URL: `sqlite:${join(directory, 'site.db')}`,
        SMTP_URL: peer.url,
        LD_PRELOAD: library ?? '',
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_CACHE_DURATION: '1',
        DONT_FAKE_MONOTONIC: '1',
      });
    }
    const before = await start('+0');
    for (const subject of ['one', 'two']) await submit(before, { ...fields, subject });
    await vi.waitFor(() => expect(before.output.out.match(/"mail delivered"/g)).toHaveLength(2), patiently);
    mail.refused = true;
    await submit(before, { ...fields, subject: 'three' });
    await before.says(/mail not delivered yet/);
    await before.end('SIGTERM');

    const wrong = await start('+400d');
    await wrong.says(/"level":50.*"old":2,"all":3.*the purge was refused/);
    const told: unknown = await (await fetch(`${wrong.url}/readyz`)).json();
    expect(told).toMatchObject({ status: 'degraded', purge: 'refused' });
    mail.refused = false;
    await vi.waitFor(() => expect(mail.sent).toEqual(new Set(['one', 'two', 'three'])), patiently);
    await wrong.end('SIGTERM');
    expect(wrong.output.out).not.toMatch(/purged old|mail failed/);
  },
);
