import { execFileSync, execSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { concerns, type Concern } from '../enquiries/concerns.ts';
import { hasMailServer, startMailServer } from '../mailbox/testing/mail-server.ts';
import { startWebhookReceiver, webhookSecret } from '../outbox/testing/webhook-receiver.ts';
import { canFakeClock, createFakedClock } from './testing/faked-clock.ts';
import { startSiteProcess } from './testing/site-process.ts';
import { canMount, mountTmpfs } from './testing/small-disk.ts';
import { createTemporaryDirectory } from './testing/test-server.ts';
import { startTlsServer } from './testing/tls-server.ts';
import { submitJson } from './testing/submissions.ts';

it.skipIf(!hasMailServer || !canFakeClock || !canMount)(
  'a server mails when each alert begins and when it is over, and calls the webhook where mail fails',
  { timeout: 400_000 },
  async () => {
    const [post, webhook, tls] = [await startMailServer(), await startWebhookReceiver(), await startTlsServer()];
    const [clock, disk] = [createFakedClock(), mountTmpfs('size=512m')];
    const env = {
      ...clock.env,
      DATABASE_URL: `sqlite:${disk}/site.db`,
      SITE_URL: tls.url,
      SMTP_URL: post.smtpUrl,
      MAIL_FROM: 'website@ours.example',
      MAIL_TO: 'hello@ours.example',
      IMAP_URL: post.url,
      WEBHOOK_URL: webhook.url,
      WEBHOOK_SECRET: webhookSecret,
      BACKUP_COPY: `cp {} ${createTemporaryDirectory()}`,
    };
    let [site, minutes, earlierMails] = [await startSiteProcess(env), 0, new Set<string>()];
    const readMails = () => post.mails('office').map((mail) => String(mail).replaceAll(/\r?\n\s+/g, ' '));
    /** Lets minutes pass, as the server sees it, until these alerts are mailed. */
    async function expectMails(begin: 'Over' | 'The website needs somebody', ...alerts: Concern[]): Promise<void> {
      await passUntil(() => {
        const text = readMails()
          .filter((mail) => !earlierMails.has(mail))
          .join('\n');
        expect(alerts.filter((one) => !text.includes(`\nSubject: ${begin}: ${concerns[one].what} since`))).toEqual([]);
      });
      earlierMails = new Set(readMails());
    }
    const passUntil = (verify: () => void) =>
      vi.waitFor(
        async () => {
          clock.set(`+${(minutes += 4)}m`);
          // Wakes the server, whose timers are due.
          await fetch(`${site.url}/readyz`).catch(() => {});
          verify();
        },
        { timeout: 90_000, interval: 1500 },
      );
    async function restart(laterMinutes: number, changes: Partial<typeof env> = {}): Promise<void> {
      await site.kill();
      clock.set(`+${(minutes += laterMinutes)}m`);
      site = await startSiteProcess({ ...env, ...changes });
    }

    post.postfix('stop');
    post.doveadm('mailbox', 'rename', '-u', 'office', 'Replies', 'Old');
    post.doveadm('kick', 'office');
    await submitJson(site);
    await site.waitForOutput(/has no mailbox Replies.*the mailbox cannot be read/);
    minutes += concerns['backup: overdue'].afterMs / 60_000;
    await passUntil(() => expect(webhook.receivedCalls.map(({ body }) => body).join()).toContain('"mail: failing"'));
    post.postfix('start');
    const others: Concern[] = ['mailbox: unreachable', 'disk: nearly full', 'backup: never made', 'copy: overdue'];
    await expectMails('The website needs somebody', 'certificate: expiring', ...others);

    post.doveadm('mailbox', 'rename', '-u', 'office', 'Old', 'Replies');
    execSync(`mount -o remount,size=2g ${disk}`);
    for (const step of ['make', 'copy'])
      execFileSync(process.execPath, ['src/commands/admin.ts', 'backup', step], { env: { ...process.env, ...env } });
    await expectMails('Over', 'mail: failing', ...others);

    tls.renew(365);
    await restart(40 * 24 * 60, { IMAP_URL: post.url.replace('secret-word', 'another-word') });
    await site.waitForOutput(/refuses the login.*the mailbox cannot be read/);
    await expectMails('The website needs somebody', 'clock: doubtful', 'mailbox: unreachable');
    await restart(0);
    await expectMails('Over', 'clock: doubtful', 'mailbox: unreachable', 'certificate: expiring');
  },
);
