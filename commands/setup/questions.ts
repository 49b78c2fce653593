import { hostname, networkInterfaces } from 'node:os';
import { unescape } from 'node:querystring';
import { isEmailAddress } from '../../enquiries/enquiry.ts';
import { parseConfig, type Config } from '../../start/config.ts';
import { createFailure, createOkResult, createWarning, type CheckResult } from '../check-result.ts';
import { CommandFailure } from '../command.ts';
import { checkSiteUrl } from '../doctor-checks.ts';
import { checkBounceMailbox, checkMailServer, checkSenderDomain } from '../doctor-mail.ts';
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

/** Checks of answers that are valid. */
const checks: Record<string, (config: Config, machine: Machine) => Promise<CheckResult[]>> = {
  SITE_URL: async (config, machine) => [
    checkSiteUrl(config.siteUrl),
    ...(await checkHosts(machine, listNginxSites(config)[0])),
  ],
  MAIL_SERVER: async ({ smtpUrl, siteUrl }) =>
    smtpUrl ? [await checkMailServer(replaceLogin(new URL(smtpUrl)), siteUrl)] : [],
  MAIL_PASSWORD: async ({ smtpUrl = '', siteUrl }) => [await checkMailServer(smtpUrl, siteUrl)],
  MAIL_FROM: async ({ mailFrom }) => [await checkSenderDomain(mailFrom.address)],
  MAIL_TO: async (config) => [checkBounceMailbox(config)],
  INBOX_URL: (config, machine) => checkHosts(machine, listNginxSites(config)[1]),
};

/** Asks until each answer is valid, and once more if a check fails. Without `ask` it takes the present or a default. */
export async function askQuestions(
  machine: Machine,
  ask: Machine['ask'],
  { present, hasPeople, say }: { present: Settings; hasPeople: boolean; say: (line: string) => void },
): Promise<Settings> {
  let answers = splitSmtpUrl(present);
  const refused = new Set<string>();
  const isSkipped = (name: string) =>
    (name === 'FIRST_PERSON' && (hasPeople || !answers['INBOX_URL'])) ||
    (name === 'MAIL_USER' && !answers['MAIL_SERVER']) ||
    (name === 'MAIL_PASSWORD' && !(answers['MAIL_SERVER'] && answers['MAIL_USER']));
  for (let index = 0; index < questions.length; index += 1) {
    const [name, text, suggest] = questions[index] as Question;
    if (isSkipped(name)) continue;
    const isSecret = name === 'MAIL_PASSWORD';
    const domain = URL.parse(answers['SITE_URL'] ?? '')?.hostname.replace(/^www\./, '') ?? '';
    const suggestion = answers[name] ?? suggest(domain, answers);
    const shown = isSecret && suggestion ? 'as it is' : suggestion || 'none';
    const line = await ask?.(`${index + 1}. ${text} [${shown}]: `, isSecret);
    const answer = line?.trim() || suggestion;
    const changed = { ...answers, [name]: answer === 'none' ? '' : answer };
    const errors = findSettingErrors(changed);
    if (errors.length > 0 && ask === null) throw new CommandFailure(errors);
    if (errors.length === 0) answers = changed;
    const { config } = parseConfig(toSettings(answers));
    const results = errors.length > 0 ? errors.map(createFailure) : await checks[name]?.(config, machine);
    for (const { status, detail } of results ?? []) say(`   ${status}: ${detail}`);
    if (ask === null || !results?.some(({ status }) => status === 'failed')) continue;
    const refusal = JSON.stringify([name, changed]);
    if (errors.length === 0 && refused.has(refusal)) continue;
    refused.add(refusal);
    // A password is asked again with its user.
    index -= isSecret ? 2 : 1;
  }
  return toSettings(answers);
}

/** Returns what is wrong with settings and FIRST_PERSON. */
export function findSettingErrors(answers: Settings): string[] {
  const { FIRST_PERSON: person, ...settings } = toSettings(answers);
  const { errors } = parseConfig(settings, Object.keys(settings));
  return !person || isEmailAddress(person) ? errors : [...errors, 'FIRST_PERSON takes an email address.'];
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
  return {
    TRUST_PROXY: '1',
    DATABASE_URL: 'sqlite:/var/lib/website/site.db',
    BACKUP_DIRECTORY: '/var/backups/website',
    METRICS_PORT: '9464',
    ...(settings['INBOX_URL'] && { INBOX_PORT: '3001' }),
    ...(MAIL_SERVER !== undefined && { SMTP_URL: url ? replaceLogin(url, MAIL_USER, MAIL_PASSWORD) : MAIL_SERVER }),
    ...settings,
  };
}

function replaceLogin(url: URL, user = '', password = ''): string {
  return Object.assign(url, { username: encodeURIComponent(user), password: encodeURIComponent(password) }).href;
}

async function checkHosts(machine: Machine, site?: { hosts: readonly string[] }): Promise<CheckResult[]> {
  const ownAddresses = new Set(Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address)));
  const checkHost = async (host: string): Promise<CheckResult> => {
    const addresses = (await machine.run('getent', 'ahosts', host).catch(() => '')).match(/^\S+/gm);
    if (addresses === null) return createFailure(`${host} has no entry in the DNS: add one that leads here`);
    if (addresses.some((address) => ownAddresses.has(address))) return createOkResult(`${host} leads here`);
    return createWarning(`${host} leads to ${[...new Set(addresses)].join(', ')}, no address of this machine itself`);
  };
  return Promise.all((site?.hosts ?? []).map(checkHost));
}
