import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createSmtpError, startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { startSiteProcess } from './testing/site-process.ts';
import { createTemporaryDirectory } from './testing/test-server.ts';
import { submitJson } from './testing/submissions.ts';

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
    const directory = createTemporaryDirectory();
    const clock = join(directory, 'clock');
    const mail = { refused: false, sent: new Set<string | undefined>() };
    const peer = await startTestSmtpServer({
      onMail(text, take) {
        if (mail.refused) return take(createSmtpError(451, 'later'));
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
    for (const subject of ['one', 'two']) await submitJson(before, { ...sampleFields, subject });
    await vi.waitFor(() => expect(before.output.out.match(/"mail delivered"/g)).toHaveLength(2), patiently);
    mail.refused = true;
    await submitJson(before, { ...sampleFields, subject: 'three' });
    await before.waitForOutput(/mail not delivered yet/);
    await before.kill('SIGTERM');

    const wrong = await start('+400d');
    await wrong.waitForOutput(/"level":50.*"old":2,"all":3.*the purge was refused/);
    const told: unknown = await (await fetch(`${wrong.url}/readyz`)).json();
    expect(told).toMatchObject({ status: 'degraded', purge: 'refused' });
    mail.refused = false;
    await vi.waitFor(() => expect(mail.sent).toEqual(new Set(['one', 'two', 'three'])), patiently);
    await wrong.kill('SIGTERM');
    expect(wrong.output.out).not.toMatch(/purged old|mail failed/);
  },
);
