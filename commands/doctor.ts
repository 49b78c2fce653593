import { InvalidArgumentError, Option } from 'commander';
import { isEmailAddress } from '../enquiries/enquiry.ts';
import { createFailure, createOkResult, type CheckRunner, type CheckResult } from './check-result.ts';
import { CommandFailure, explainError, type OperatorCommand } from './command.ts';
import { runDoctorChecks } from './doctor-checks.ts';

const testMailHelp = 'also send a mail, to MAIL_TO or to the address that follows';

/** Command `doctor`. */
export const doctorCommand: OperatorCommand<{ sendTestMail?: string | true }> = {
  name: 'doctor',
  summary: 'Checks configuration, database, disk and mail',
  options: [new Option('--send-test-mail [address]', testMailHelp).argParser(parseEmail)],
  json: 'a JSON object: "checks", each with "name", "status" and "detail"',
  description: `A check is ok, a warning (it works, but you should look), or failed. If one has failed, the exit code
is 1. If the configuration fails, or the database does not open, what needs them is not checked. Checked are:

  configuration  each variable takes its value
  site address   SITE_URL is https, or this machine
  database       it opens and can be written
  disk space     the disk of the data can be written, and has 1 GiB free, 100 MiB at least
  mail           the mail server answers, encrypts and accepts the login; no mail is sent
  deliveries     no mail or answer was given up, or has been failing for more than 15 minutes
  retention      nothing is kept longer than RETENTION_DAYS
  words          this release can show what was published
  backup         the last good one is not older than 26 hours
  inbox          with INBOX_PORT: somebody was invited and has a passkey
  webhook        with WEBHOOK_URL: the receiver took the last call
  sender         MAIL_FROM's domain has SPF and DMARC
  bounces        they go to another mailbox than the enquiries
  before you go public
                 nothing is left to fill in: names, addresses, particulars
  test mail      with --send-test-mail: the mail server takes a mail

Run it with the environment of the server: the same .env, as the same user.`,
  examples: ['doctor', 'doctor --send-test-mail person@example.com'],
  async run({ options, writeResult, writeLines, ...context }) {
    const findings: (CheckResult & { name: string })[] = [];
    const runCheck: CheckRunner = async (name, runOne) => {
      const result = await runOne().catch(toFailure);
      findings.push({ name, ...result });
      const lines = result.detail.replaceAll('\n', `\n${' '.repeat(9)}`);
      writeLines(`${result.status.padEnd(7)}  ${name.padEnd(13)}  ${lines}`);
    };

    await runCheck('configuration', async () => {
      const { mailFrom, mailTo } = context.loadConfig();
      const mails = `enquiries are mailed from ${mailFrom.address} to ${mailTo.join(', ')}`;
      return createOkResult(`every variable can be used; ${mails}`);
    });
    if (findings[0]?.status === 'ok') await runDoctorChecks(runCheck, context, options.sendTestMail);
    writeResult({ checks: findings }, []);
    // The report has the reasons.
    if (findings.some(({ status }) => status === 'failed')) throw new CommandFailure([]);
  },
};

function toFailure(error: unknown): CheckResult {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return createFailure((explainError(error) ?? [text]).join(' ').replaceAll(/\s+/g, ' '));
}

function parseEmail(text: string): string {
  if (!isEmailAddress(text)) throw new InvalidArgumentError('Expected an email address, or nothing.');
  return text;
}
