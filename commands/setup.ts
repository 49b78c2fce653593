import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Option } from 'commander';
import { allRoles } from '../accounts/roles.ts';
import { packageVersion } from '../process/package-info.ts';
import { readConfig } from '../start/config.ts';
import type { CheckResult } from './check-result.ts';
import { CommandFailure, explainError, type OperatorCommand } from './command.ts';
import { createMachine, type Machine } from './setup/machine.ts';
import { installNginxSites, listNginxSites, requestCertificate } from './setup/nginx-sites.ts';
import { askQuestions, findSettingErrors } from './setup/questions.ts';
import { replaceSettings, writeSettingsFile, type Settings } from './setup/settings-file.ts';

/** Command `setup`. */
export const setupCommand: OperatorCommand<{ answers?: string }> = {
  name: 'setup',
  summary: 'Sets up this machine: settings, services, certificates, nginx, first backup and person',
  options: [new Option('--answers <file>', 'ask nothing: a file like /etc/website/website.env has the answers')],
  json: 'a JSON object: "failed", the steps that failed',
  description: `It asks at most 10 questions, checks each answer, and writes /etc/website/website.env. Call it again at
any time: it keeps what is there, and does what failed. A file of answers also has CERTBOT (yes agrees
to the terms of Let’s Encrypt) and FIRST_PERSON (an email address); a copy of website.env is one.`,
  examples: ['setup', 'setup --answers website.env'],
  async run({ options, writeLines, writeResult }) {
    const failed = await setUpMachine(createMachine(), options.answers, writeLines);
    writeResult({ failed }, []);
    const advice = 'Mend what is said above, and call this again.';
    if (failed.length > 0) throw new CommandFailure(`Not done: ${failed.join(', ')}. ${advice}`);
  },
};

type Say = (line: string) => void;

/** Sets up a machine. Resolves to the steps that failed. Rejects before any change if an answer cannot be used. */
export async function setUpMachine(machine: Machine, answersFile: string | undefined, say: Say): Promise<string[]> {
  if (!machine.isRoot) throw new CommandFailure('Only root can set up a machine.');
  if (answersFile === undefined && machine.ask === null)
    throw new CommandFailure('There is no terminal to ask questions: --answers takes a file.');
  const file = join(machine.root, 'etc/website/website.env');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const present = { ...parseEnv(text), ...(answersFile !== undefined && readAnswers(answersFile)) };
  const errors = [...findSettingErrors(present), ...(answersFile === undefined ? [] : findMissingAnswers(present))];
  if (errors.length > 0) throw new CommandFailure(errors);
  const listing = await machine.run('website-admin', 'people', 'list', '--json').catch(() => '[]');
  const hasPeople = (JSON.parse(listing) as unknown[]).length > 0;
  const ask = answersFile === undefined ? machine.ask : null;
  if (ask !== null) say('Enter takes what stands in brackets. A wrong answer is asked again; given again, it is kept.');
  const { FIRST_PERSON, ...settings } = await askQuestions(machine, ask, { present, hasPeople, say });
  const newText = replaceSettings(text, settings);
  if (newText !== text) await writeSettingsFile(machine, file, newText);
  say(`Settings: ${newText === text ? 'unchanged' : 'written'}, in /etc/website/website.env`);
  return startSite(machine, settings, { person: hasPeople ? undefined : FIRST_PERSON, say });
}

function readAnswers(file: string): Settings {
  if (!existsSync(file)) throw new CommandFailure(`There is no file ${file}.`, 2);
  // An office is opened only where it is named.
  return { INBOX_URL: '', ...parseEnv(readFileSync(file, 'utf8')) };
}

function findMissingAnswers(answers: Settings): string[] {
  const names = ['SITE_URL', 'SMTP_URL', 'MAIL_TO', 'CERTBOT'];
  return names.filter((name) => answers[name] === undefined).map((name) => `${name} is missing in the answers.`);
}

/** Starts the site by steps that can be repeated; one that fails does not stop the next. Resolves to those that failed. */
async function startSite(
  machine: Machine,
  settings: Settings,
  { person, say }: { person?: string | undefined; say: Say },
) {
  const config = readConfig(settings);
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
    const sockets = ['website.socket', ...(config.inboxUrl ? ['website-inbox.socket'] : [])];
    await machine.run('systemctl', 'enable', '--quiet', 'website.service', ...sockets);
    await machine.switchVersion(packageVersion, say);
    return `version ${packageVersion} runs`;
  });
  const sites = listNginxSites(config);
  for (const site of settings['CERTBOT'] === 'yes' ? sites : [])
    await runStep('Certificate', () => requestCertificate(machine, site, config.mailTo[0] ?? ''));
  const hasCertificate = ({ name }: { name: string }) =>
    existsSync(join(machine.root, 'etc/letsencrypt/live', name, 'fullchain.pem'));
  if (sites[0] && hasCertificate(sites[0]))
    await runStep('nginx', () => installNginxSites(machine, sites.filter(hasCertificate)));
  else say('nginx: as before, until a certificate for both hosts is in /etc/letsencrypt/live/website/');
  await runStep('Backup', async () => {
    await machine.run('systemctl', 'enable', '--quiet', '--now', 'website-backup.timer');
    await machine.run('systemctl', 'start', 'website-backup.service');
    return 'made, and one a day from now on';
  });
  if (person && config.inboxUrl)
    await runStep('Office', async () => {
      const link = await machine.run('website-admin', 'people', 'invite', person, '--roles', allRoles.join(','));
      return `for ${person} alone, good once within 24 hours: ${link.trim()}`;
    });
  await runStep('Left', async () => {
    // It exits with 1 if a check fails.
    const doctor = await machine.run('sh', '-c', 'website-admin doctor --send-test-mail --json || [ $? = 1 ]');
    const { checks } = JSON.parse(doctor) as { checks: (CheckResult & { name: string })[] };
    const left = checks.filter(({ status }) => status !== 'ok');
    return left.map(({ name, detail }) => `\n   ${name}: ${detail.split('\n')[0]}`).join('') || 'nothing';
  });
  return failed;
}
