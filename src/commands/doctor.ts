import { InvalidArgumentError, Option } from 'commander';
import { isEmailAddress } from '../enquiries/enquiry.ts';
import { createResult, type CheckResult, type CheckRunner } from './check-result.ts';
import { CommandFailure, explainError, type OperatorCommand } from './command.ts';
import { runDoctorChecks } from './doctor-checks.ts';

const allHelp = 'also list each fact that is not stated yet, with its file and field';
const testMailHelp = 'also send a mail, to MAIL_TO or to the address that follows';

/** Command `doctor`. */
export const doctorCommand: OperatorCommand<{ all?: true; sendTestMail?: string | true }> = {
  name: 'doctor',
  summary: 'Checks configuration, database, disk and mail',
  options: [new Option('--all', allHelp), new Option('--send-test-mail [address]', testMailHelp).argParser(parseEmail)],
  json: 'a JSON object: "checks", each with "name", "status" and "detail"',
  description: `A check is ok, a warning (it works, but you should look), or failed; then its line says what to do next. What
is a choice is ok. If one has failed, the exit code is 1. If the configuration fails, or the database does not open, what needs
them is not checked. No mail is sent unless you ask for it.

Run it with the environment of the server: the same .env, as the same user.`,
  examples: ['doctor', 'doctor --send-test-mail person@example.com'],
  async run({ options, writeResult, writeLines, ...context }) {
    const findings: (CheckResult & { name: string })[] = [];
    const runCheck: CheckRunner = async (name, runOne) => {
      const result = await runOne().catch(toFailure);
      findings.push({ name, ...result });
      const shown = options.all || result.status === 'failed' ? result.detail : result.detail.replace(/\n.*/s, '');
      const lines = shown.replaceAll('\n', `\n${' '.repeat(9)}`);
      writeLines(`${result.status.padEnd(7)}  ${name.padEnd(13)}  ${lines}`);
    };

    await runCheck('configuration', async () => {
      const { mailFrom, mailTo } = context.loadConfig();
      const mails = `enquiries are mailed from ${mailFrom.address} to ${mailTo.join(', ')}`;
      return createResult('ok', `every setting can be used; ${mails}`);
    });
    if (findings[0]?.status === 'ok') await runDoctorChecks(runCheck, context, options.sendTestMail);
    writeResult({ checks: findings }, []);
    // The report has the reasons.
    if (findings.some(({ status }) => status === 'failed')) throw new CommandFailure([]);
  },
};

function toFailure(error: unknown): CheckResult {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return createResult('failed', (explainError(error) ?? [text]).join(' ').replaceAll(/\s+/g, ' '));
}

function parseEmail(text: string): string {
  if (!isEmailAddress(text)) throw new InvalidArgumentError('Expected an email address, or nothing.');
  return text;
}
