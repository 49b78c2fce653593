import { InvalidArgumentError, Option } from 'commander';
import { isEmailAddress } from '../enquiries/enquiry.ts';
import { reportFailure, reportOk, type Check, type Result } from './check.ts';
import { CommandFailure, explainFault, type OperatorCommand } from './command.ts';
import { runChecks } from './doctor-checks.ts';

const testMail = 'also send a mail, to MAIL_TO or to the address that follows';

export const doctorCommand: OperatorCommand<{ sendTestMail?: string | true }> = {
  name: 'doctor',
  summary: 'Checks configuration, database, disk and mail',
  options: [new Option('--send-test-mail [address]', testMail).argParser(addressFrom)],
  json: 'a JSON object: "checks", each with "name", "status" and "detail"',
  description: `A check is ok, a warning (it works, and yet you should look), or failed. With a failed one the exit
code is 1. Where the configuration fails, or the database does not open, what needs them is not checked. Checked are:

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
  async run({ options, answer, say, ...context }) {
    const findings: (Result & { name: string })[] = [];
    const check: Check = async (name, look) => {
      const result = await look().catch(resultOf);
      findings.push({ name, ...result });
      const lines = result.detail.replaceAll('\n', `\n${' '.repeat(9)}`);
      say(`${result.status.padEnd(7)}  ${name.padEnd(13)}  ${lines}`);
    };

    await check('configuration', async () => {
      const { mailFrom, mailTo } = context.config();
      const mails = `enquiries are mailed from ${mailFrom.address} to ${mailTo.join(', ')}`;
      return reportOk(`every variable can be used; ${mails}`);
    });
    if (findings[0]?.status === 'ok') await runChecks(check, context, options.sendTestMail);
    answer({ checks: findings }, []);
    // Its reason is in the report.
    if (findings.some(({ status }) => status === 'failed')) throw new CommandFailure([]);
  },
};

function resultOf(fault: unknown): Result {
  const text = fault instanceof Error ? fault.message || fault.name : String(fault);
  return reportFailure((explainFault(fault) ?? [text]).join(' ').replaceAll(/\s+/g, ' '));
}

function addressFrom(text: string): string {
  if (!isEmailAddress(text)) throw new InvalidArgumentError('It takes an email address, or nothing.');
  return text;
}
