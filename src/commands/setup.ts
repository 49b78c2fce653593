import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Option } from 'commander';
import { allRoles } from '../accounts/roles.ts';
import { readCurrentInstalledVersion } from '../process/installed-versions.ts';
import { packageVersion } from '../process/package-info.ts';
import type { CheckResult } from './check-result.ts';
import { CommandFailure, explainError, type OperatorCommand } from './command.ts';
import { askOnTerminal, type Machine } from './setup/machine.ts';
import { runProgram } from './run-program.ts';
import { publishCompanyFacts } from './setup/company-facts.ts';
import { installNginxSites, listNginxSites, requestCertificate } from './setup/nginx-sites.ts';
import { askQuestions, createConfigFromAnswers, createSettingsFromAnswers, type Answers } from './setup/questions.ts';
import { replaceSettings, writeSettingsFile } from './setup/settings-file.ts';
import { switchVersion } from './version.ts';

/** Command `setup`. */
export const setupCommand: OperatorCommand<{ answers?: string }> = {
  name: 'setup',
  summary: 'Sets up this server: settings, certificates, nginx, first backup and first person',
  options: [new Option('--answers <file>', 'ask nothing: a file like /etc/website/website.env has the answers')],
  json: 'a JSON object: "failed", the steps that failed',
  description: `It asks at most 15 questions, checks each answer, and writes /etc/website/website.env. Call it again at
any time: it keeps what is there, and does what failed. A file of answers also has CERTBOT (yes agrees
to the terms of Let’s Encrypt), FIRST_PERSON (an email address), COMPANY_NAME, COMPANY_NUMBER, REGISTERED_OFFICE,
COMPANY_EMAIL and COMPANY_PHONE; a copy of website.env is one.`,
  examples: ['setup', 'setup --answers website.env'],
  async run({ options, namesInFile, writeLines, writeResult }) {
    if (process.getuid?.() !== 0) throw new CommandFailure('Only root can set up a server.');
    // Programs that it calls read the file anew.
    for (const name of namesInFile) delete process.env[name];
    const ask = process.stdin.isTTY ? askOnTerminal : null;
    const machine = { root: '/', say: writeLines, ask, run: runProgram, switchVersion };
    const failed = await setUpMachine(machine, options.answers);
    writeResult({ failed }, []);
    if (failed.length > 0) throw new CommandFailure(`Not done: ${failed.join(', ')}. Mend it, and call this again.`);
  },
};

/** Sets up a machine. Resolves to the steps that failed. Rejects before any change if an answer cannot be used. */
export async function setUpMachine(machine: Machine, answersFile?: string): Promise<string[]> {
  if (machine.ask === null && !answersFile) throw new CommandFailure('There is no terminal to ask on: use --answers.');
  const file = join(machine.root, 'etc/website/website.env');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const present = { ...parseEnv(text), ...(answersFile && readAnswersFile(answersFile)) };
  createConfigFromAnswers(present);
  const people = await machine.run('website-admin', 'people', 'list', '--json').catch(() => '[]');
  if (people.trim() !== '[]') present['FIRST_PERSON'] = '';
  const answers = await askQuestions(answersFile ? { ...machine, ask: null } : machine, present);
  const newText = replaceSettings(text, createSettingsFromAnswers(answers));
  if (newText !== text) await writeSettingsFile(machine, file, newText);
  machine.say(`Settings: ${newText === text ? 'unchanged' : 'written'}, in /etc/website/website.env`);
  return startSite(machine, answers);
}

/** Reads a file of answers. No office is opened that it does not name. */
function readAnswersFile(file: string): Answers {
  if (!existsSync(file)) throw new CommandFailure(`There is no file ${file}.`, 2);
  const answers: Answers = parseEnv(readFileSync(file, 'utf8'));
  const missing = ['SITE_URL', 'SMTP_URL', 'MAIL_TO', 'CERTBOT'].filter((name) => answers[name] === undefined);
  if (missing.length > 0) throw new CommandFailure(missing.map((name) => `${name} is missing in ${file}.`));
  return { INBOX_URL: '', ...answers };
}

/** Starts the site in steps that can be repeated; one that fails stops no other. Resolves to those that failed. */
async function startSite(machine: Machine, answers: Answers): Promise<string[]> {
  const { say, run } = machine;
  const config = createConfigFromAnswers(answers);
  const failed: string[] = [];
  const runStep = async (name: string, step: () => Promise<string>) => {
    try {
      say(`${name}: ${await step()}`);
    } catch (error) {
      say(`${name} failed: ${(explainError(error) ?? [String(error)]).join('\n')}`);
      failed.push(name);
    }
  };
  await runStep('Site', async () => {
    await machine.switchVersion(readCurrentInstalledVersion() ?? packageVersion, { loadConfig: () => config, say });
    return config.siteUrl;
  });
  await runStep('Company', () => publishCompanyFacts(machine, answers));
  const sites = listNginxSites(config);
  for (const site of answers['CERTBOT'] === 'yes' ? sites : [])
    await runStep('Certificate', () => requestCertificate(machine, site, config.mailTo[0] ?? ''));
  const certified = sites.filter(({ name }) => existsSync(join(machine.root, 'etc/letsencrypt/live', name)));
  if (certified[0]?.name === 'website') await runStep('nginx', () => installNginxSites(machine, certified));
  else say('nginx: as before, until a certificate for both hosts is in /etc/letsencrypt/live/website/');
  await runStep('Backup', async () => `made ${await run('systemctl', 'start', 'website-backup')}`);
  const person = answers['FIRST_PERSON'];
  if (person && config.officeUrl)
    await runStep('Office', async () => {
      const link = await run('website-admin', 'people', 'invite', person, '--roles', allRoles.join(','));
      return `for ${person} alone, good once within 24 hours: ${link.trim()}`;
    });
  await runStep('Left', async () => {
    // It exits with 1 if a check fails.
    const doctor = await run('sh', '-c', 'website-admin doctor --send-test-mail --json || [ $? = 1 ]');
    const { checks } = JSON.parse(doctor) as { checks: (CheckResult & { name: string })[] };
    const left = checks.filter(({ status }) => status !== 'ok');
    return left.map(({ name, detail }) => `\n   ${name}: ${detail.split('\n')[0]}`).join('') || 'nothing';
  });
  return failed;
}
