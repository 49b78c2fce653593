import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createSmtpError, startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { canFakeClock, createFakedClock } from './testing/faked-clock.ts';
import { startSiteProcess } from './testing/site-process.ts';
import { createTemporaryDirectory } from './testing/test-server.ts';
import { submitJson } from './testing/submissions.ts';

const patiently = { timeout: 25_000, interval: 100 };

it.skipIf(!canFakeClock)(
  'a clock that runs ahead at the start erases nothing, says so as an error and in /readyz, and puts no mail off',
  async () => {
    const directory = createTemporaryDirectory();
    const clock = createFakedClock();
    const mail = { refused: false, sent: new Set<string | undefined>() };
    const peer = await startTestSmtpServer({
      onMail(text, take) {
        if (mail.refused) return take(createSmtpError(451, 'later'));
        mail.sent.add(/^Subject: Enquiry: (.*?) \[.*\]\r$/m.exec(String(text))?.[1]);
        take();
      },
    });
    function start(offset: string) {
      clock.set(offset);
      return startSiteProcess({
        DATABASE_URL: `sqlite:${join(directory, 'site.db')}`,
        SMTP_URL: peer.url,
        SITE_URL: 'https://www.site.invalid',
        ...clock.env,
        DONT_FAKE_MONOTONIC: '1',
      });
    }
    const before = await start('+0');
    for (const subject of ['one', 'two']) await submitJson(before, { ...sampleFields, subject });
    await vi.waitFor(() => expect(before.output.out.match(/"mail delivered"/g)).toHaveLength(2), patiently);
    mail.refused = true;
    await submitJson(before, { ...sampleFields, subject: 'three' });
    await before.waitForOutput(/mail not delivered yet/);
    const readReadiness = async ({ url }: typeof before): Promise<unknown> => (await fetch(`${url}/readyz`)).json();
    expect(await readReadiness(before)).not.toHaveProperty('clock');
    await before.kill('SIGTERM');

    const wrong = await start('+400d');
    await wrong.waitForOutput(/"level":50.*"old":2,"all":3.*the purge was refused/);
    expect(await readReadiness(wrong)).toMatchObject({ status: 'degraded', purge: 'refused', clock: 'doubtful' });
    mail.refused = false;
    await vi.waitFor(() => expect(mail.sent).toEqual(new Set(['one', 'two', 'three'])), patiently);
    await wrong.kill('SIGTERM');
    expect(wrong.output.out).not.toMatch(/purged old|mail failed/);
  },
);
