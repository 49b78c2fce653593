import { hostname, networkInterfaces } from 'node:os';
import { unescape } from 'node:querystring';
import { isEmailAddress } from '../../enquiries/enquiry.ts';
import { readConfig } from '../../start/config.ts';
import { createFailure, createOkResult, createWarning, type CheckResult } from '../check-result.ts';
import { CommandFailure, explainError } from '../command.ts';
import { runDoctorChecks } from '../doctor-checks.ts';
import type { Machine } from './machine.ts';
import { listNginxSites } from './nginx-sites.ts';
import type { Settings } from './settings-file.ts';

/** A question: the setting, the part of SMTP_URL or FIRST_PERSON that it is about, its text, and its default. */
type Question = [name: string, text: string, suggest: (domain: string, answers: Settings) => string];

const questions: readonly Question[] = [
  ['SITE_URL', 'Address of the site, where visitors open it', () => `https://${hostname()}`],
  ['MAIL_SERVER', 'Mail server, as host:port or smtps://host, or none', (domain) => `mail.${domain}:587`],
  ['MAIL_USER', 'User at the mail server, or none', (domain) => `website@${domain}`],
  ['MAIL_PASSWORD', 'Password of that user', () => ''],
  ['MAIL_FROM', 'Sender of the site’s mails', (domain) => `website@${domain}`],
  ['MAIL_TO', 'Mailbox that gets the enquiries', (domain) => `hello@${domain}`],
  ['INBOX_URL', 'Address of the office, to answer enquiries, or none', (domain) => `https://inbox.${domain}`],
  ['FIRST_PERSON', 'First person in the office, or none', (_, { MAIL_TO }) => MAIL_TO?.split(',')[0] ?? ''],
  ['CERTBOT', 'Certificates by certbot: yes (you agree to the terms of Let’s Encrypt) or no', () => 'yes'],
];

/** Names of the doctor's checks of these answers. */
const doctorChecks: Record<string, string> = {
  SITE_URL: 'site address',
  MAIL_SERVER: 'mail',
  MAIL_PASSWORD: 'mail',
  MAIL_FROM: 'sender',
  MAIL_TO: 'bounces',
};

/** Asks until each answer is valid, and once more if a check fails. Without `ask` it takes the present or a default. */
export async function askQuestions(
  machine: Machine,
  ask: Machine['ask'],
  { present, hasPeople, say }: { present: Settings; hasPeople: boolean; say: (line: string) => void },
): Promise<Settings> {
  const answers: Record<string, string | undefined> = splitSmtpUrl(present);
  const isSkipped = (name: string) =>
    (name === 'FIRST_PERSON' && (hasPeople || !answers['INBOX_URL'])) ||
    (name === 'MAIL_USER' && !answers['MAIL_SERVER']) ||
    (name === 'MAIL_PASSWORD' && !(answers['MAIL_SERVER'] && answers['MAIL_USER']));
  for (let index = 0; index < questions.length; index += 1) {
    const [name, text, suggest] = questions[index] as Question;
    if (isSkipped(name)) continue;
    const isSecret = name === 'MAIL_PASSWORD';
    const known = answers[name];
    const domain = URL.parse(answers['SITE_URL'] ?? '')?.hostname.replace(/^www\./, '') ?? '';
    const suggestion = known ?? suggest(domain, answers);
    const shown = isSecret && suggestion ? 'as it is' : suggestion || 'none';
    const line = await ask?.(`${index + 1}. ${text} [${shown}]: `, isSecret);
    const answer = (line?.trim() || suggestion).replace(/^none$/, '');
    const errors = findSettingErrors({ ...answers, [name]: answer });
    if (errors.length > 0 && ask === null) throw new CommandFailure(errors);
    if (errors.length === 0) answers[name] = answer;
    const results = errors.length > 0 ? errors.map(createFailure) : await checkAnswer(machine, name, answers);
    for (const { status, detail } of results) say(`   ${status}: ${detail}`);
    if (ask === null || answer === known || results.every(({ status }) => status !== 'failed')) continue;
    // A password is asked again with its user.
    index -= isSecret ? 2 : 1;
  }
  return toSettings(answers);
}

async function checkAnswer(machine: Machine, name: string, answers: Settings): Promise<CheckResult[]> {
  const config = readConfig(toSettings(answers));
  const [site, inbox] = listNginxSites(config);
  const hosts = { SITE_URL: site?.hosts, INBOX_URL: inbox?.hosts }[name] ?? [];
  const results = await Promise.all(hosts.map((host) => checkHost(machine, host)));
  const openCore = () => Promise.reject(new CommandFailure('The database is not checked here.'));
  const runCheck = async (checkName: string, check: () => Promise<CheckResult>) =>
    void (checkName === doctorChecks[name] && results.push(await check()));
  await runDoctorChecks(runCheck, { openCore, loadConfig: () => config }, undefined);
  return results;
}

async function checkHost(machine: Machine, host: string): Promise<CheckResult> {
  const addresses = (await machine.run('getent', 'ahosts', host).catch(() => '')).match(/^\S+/gm);
  if (addresses === null) return createFailure(`${host} has no entry in the DNS: add one that leads here`);
  const ownAddresses = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address));
  if (ownAddresses.some((address) => address !== undefined && addresses.includes(address)))
    return createOkResult(`${host} leads here`);
  return createWarning(`${host} leads to ${[...new Set(addresses)].join(', ')}, no address of this machine itself`);
}

/** Returns what is wrong with settings and FIRST_PERSON. */
export function findSettingErrors(answers: Settings): readonly string[] {
  const { FIRST_PERSON: person, ...settings } = toSettings(answers);
  if (person && !isEmailAddress(person)) return ['FIRST_PERSON takes an email address.'];
  try {
    readConfig(settings, Object.keys(settings));
    return [];
  } catch (error) {
    return explainError(error) ?? [String(error)];
  }
}

function splitSmtpUrl({ SMTP_URL, ...settings }: Settings): Settings {
  const url = URL.parse(SMTP_URL ?? '');
  if (url === null) return { ...settings, MAIL_SERVER: SMTP_URL };
  const [user, password] = [unescape(url.username), unescape(url.password)];
  return { ...settings, MAIL_SERVER: replaceLogin(url), MAIL_USER: user, MAIL_PASSWORD: password };
}

/** Returns the settings of answers, and what a server behind nginx needs besides. */
function toSettings({ MAIL_SERVER, MAIL_USER, MAIL_PASSWORD, ...settings }: Settings): Settings {
  const url = URL.parse(MAIL_SERVER?.includes('://') ? MAIL_SERVER : `smtp://${MAIL_SERVER}`);
  const smtpUrl = MAIL_SERVER && url ? replaceLogin(url, MAIL_USER, MAIL_PASSWORD) : MAIL_SERVER;
  return {
    TRUST_PROXY: '1',
    DATABASE_URL: 'sqlite:/var/lib/website/site.db',
    BACKUP_DIRECTORY: '/var/backups/website',
    METRICS_PORT: '9464',
    ...(settings['INBOX_URL'] && { INBOX_PORT: '3001' }),
    ...(smtpUrl !== undefined && { SMTP_URL: smtpUrl }),
    ...settings,
  };
}

function replaceLogin(url: URL, user = '', password = ''): string {
  return Object.assign(url, { username: encodeURIComponent(user), password: encodeURIComponent(password) }).href;
}
