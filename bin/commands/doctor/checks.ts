import type { Config } from '../../../server/config.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkDisk } from './check-disk.ts';
import { checkMailFolder, checkMailServer } from './check-mail.ts';
import { checkRetention } from './check-retention.ts';
import { checkSiteUrl } from './check-site-url.ts';
import type { DatabaseUnderCheck } from './database-under-check.ts';
import { brokenOff, type Finding, type Result } from './finding.ts';
import { sendTestMail } from './send-test-mail.ts';

export interface Check {
  name: string;
  /** The variables without which it would check something else. */
  needs: readonly string[];
  run(): Result | Promise<Result>;
}

/** All checks but that of the configuration, in an order in which later ones may look into the opened database. */
export function checksOf(config: Config, database: DatabaseUnderCheck, now: Date): Check[] {
  const { smtpUrl, mailFolder, siteUrl, dataDirectory, retentionDays } = config;
  return [
    { name: 'site address', needs: ['SITE_URL'], run: () => checkSiteUrl(siteUrl) },
    { name: 'database', needs: ['DATABASE_URL'], run: () => database.check(now) },
    { name: 'disk space', needs: ['DATABASE_URL'], run: () => checkDisk(dataDirectory) },
    {
      name: 'mail',
      needs: mailNeeds(config),
      run: () => (smtpUrl === undefined ? checkMailFolder(mailFolder) : checkMailServer(smtpUrl)),
    },
    {
      name: 'deliveries',
      needs: ['DATABASE_URL'],
      run: () => database.look(async (store) => checkDeliveries(await store.health(), now)),
    },
    {
      name: 'retention',
      needs: ['DATABASE_URL', 'RETENTION_DAYS'],
      run: () => database.look((store) => checkRetention(store, retentionDays, now)),
    },
  ];
}

/** @param address where to, if not to MAIL_TO */
export function testMailCheck(config: Config, address: string | undefined, now: Date): Check {
  return {
    name: 'test mail',
    needs: [...mailNeeds(config), 'MAIL_FROM', ...(address === undefined ? ['MAIL_TO'] : [])],
    run: () => sendTestMail(config, address ?? config.mailTo, now),
  };
}

/** Runs one check, whatever comes of it. */
export async function runCheck({ name, needs, run }: Check, unusable: ReadonlySet<string>): Promise<Finding> {
  const missing = needs.filter((variable) => unusable.has(variable));
  if (missing.length > 0) return { name, status: 'failed', detail: `not checked: ${missing.join(', ')} is wrong` };
  try {
    return { name, ...(await run()) };
  } catch (fault) {
    return { name, ...brokenOff(fault) };
  }
}

/** Without a mail server, mails are kept beside the database. */
function mailNeeds({ smtpUrl }: Config): readonly string[] {
  return smtpUrl === undefined ? ['SMTP_URL', 'DATABASE_URL'] : ['SMTP_URL'];
}
