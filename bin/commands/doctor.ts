import { parseArgs } from 'node:util';
import { isEmailAddress } from '../../enquiries/enquiry.ts';
import { jsonText, line, UsageError, type Command } from './command.ts';
import { checkConfiguration } from './doctor/check-configuration.ts';
import { checksOf, runCheck, testMailCheck } from './doctor/checks.ts';
import { databaseUnderCheck } from './doctor/database-under-check.ts';
import type { Finding } from './doctor/finding.ts';

const options = { 'send-test-mail': { type: 'boolean' }, json: { type: 'boolean' } } as const;

export const doctor: Command = {
  usage: 'doctor [--send-test-mail [<address>]] [--json]',
  summary: 'Checks configuration, database, disk and mail',
  help: `
  --send-test-mail   also send a mail, to MAIL_TO or to the address that follows
  --json             a JSON object: "checks", each with "name", "status" and "detail"

A check is ok, a warning (it works, and yet you should look), or failed. With a failed one the exit
code is 1. Checked are:

  configuration  each variable takes its value
  site address   SITE_URL is https, or this machine
  database       it opens and can be written
  disk space     1 GiB is free for the data, 100 MiB at least
  mail           the mail server answers, encrypts and accepts the login; no mail is sent
  deliveries     no mail has been failing for more than 15 minutes
  retention      nothing is kept longer than RETENTION_DAYS
  test mail      with --send-test-mail: the mail server takes a mail

Run it with the environment of the server: the same .env, as the same user.

Example: npm run admin -- doctor
Example: npm run admin -- doctor --send-test-mail person@example.com`,

  async run(args, { env, write }) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [address, ...more] = positionals;
    const sends = values['send-test-mail'] === true;
    if (more.length > 0 || (address !== undefined && !(sends && isEmailAddress(address))))
      throw new UsageError('Name one email address, after --send-test-mail.');

    const { result, config, unusable } = checkConfiguration(env);
    const findings: Finding[] = [];
    const tell = (finding: Finding): void => {
      findings.push(finding);
      const { name, status, detail } = finding;
      if (values.json !== true) write(line(`${status.padEnd(7)}  ${name.padEnd(13)}  ${detail}`));
    };

    const now = new Date();
    const database = databaseUnderCheck(config.database);
    tell({ name: 'configuration', ...result });
    try {
      const checks = checksOf(config, database, now);
      if (sends) checks.push(testMailCheck(config, address, now));
      for (const check of checks) tell(await runCheck(check, unusable));
    } finally {
      await database.close();
    }
    if (values.json === true) write(jsonText({ checks: findings }));
    return findings.some(({ status }) => status === 'failed') ? 1 : 0;
  },
};
