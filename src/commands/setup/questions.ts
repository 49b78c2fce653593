import { hostname, networkInterfaces } from 'node:os';
import { unescape } from 'node:querystring';
import { isEmailAddress } from '../../enquiries/enquiry.ts';
import { ConfigError } from '../../process/settings.ts';
import { readConfig, type Config } from '../../start/config.ts';
import { createResult, type CheckResult, type CheckRunner } from '../check-result.ts';
import { CommandFailure } from '../command.ts';
import { runDoctorChecks } from '../doctor-checks.ts';
import type { Machine } from './machine.ts';
import { listNginxSites } from './nginx-sites.ts';
import type { Settings } from './settings-file.ts';

/** Answers by the name of their question: settings, parts of SMTP_URL, and FIRST_PERSON. */
export type Answers = Readonly<Record<string, string | undefined>>;

/** Name of the answer, which is no setting, and text of the question. */
export const companyQuestions = {
  COMPANY_NAME: 'Name of the company, as registered',
  COMPANY_NUMBER: 'Company number',
  REGISTERED_OFFICE: 'Registered office, on one line',
  COMPANY_EMAIL: 'Email address that the pages show',
  COMPANY_PHONE: 'Telephone number that the pages show',
} as const;

/** Name of the answer; text; the doctor's check; default. */
type Question = [name: string, text: string, check: string, suggest: (domain: string, answers: Answers) => string];

const mailUser: Question = ['MAIL_USER', 'User at the mail server, or none', '', (domain) => `website@${domain}`];

const questions: readonly Question[] = [
  ['SITE_URL', 'Address of the site, where visitors open it', 'site address', () => `https://${hostname()}`],
  ['MAIL_SERVER', 'Mail server, as host:port or smtps://host, or none', 'mail', (domain) => `mail.${domain}:587`],
  mailUser,
  ['MAIL_PASSWORD', 'Password of that user', 'mail', () => ''],
  ['MAIL_FROM', 'Sender of the site’s mails', 'sender', (domain) => `website@${domain}`],
  ['MAIL_TO', 'Mailbox that gets the enquiries', 'bounces', (domain) => `hello@${domain}`],
  ['INBOX_URL', 'Address of the office, to answer enquiries, or none', '', (domain) => `https://inbox.${domain}`],
  ['FIRST_PERSON', 'First person in the office, or none', '', (_, { MAIL_TO }) => MAIL_TO?.split(',')[0] ?? ''],
  ['CERTBOT', 'Certificates by certbot: yes (you agree to the terms of Let’s Encrypt) or no', '', () => 'yes'],
  ['IMAP_URL', 'Mailbox of replies, as imaps://user:password@host/INBOX, or none', 'mailbox', () => ''],
];

/**
 * Asks until each answer is valid, and once more if a check fails. Without a person it takes the present or a default.
 * Resolves to the answers.
 */
export async function askQuestions(machine: Machine, present: Answers): Promise<Answers> {
  const answers: Record<string, string | undefined> = splitSmtpUrl(present);
  const told: FirstTold = new Map();
  if (machine.ask) machine.say('Enter takes what is in brackets, and keeps an answer that has failed.');
  for (const question of questions)
    while (isAsked(question[0], answers) && !(await askQuestion(machine, answers, question, told)))
      // The password may be right for another user.
      if (question[0] === 'MAIL_PASSWORD') await askQuestion(machine, answers, mailUser, told);
  return answers;
}

/** The question at which each failure was told first: another answer is not at fault. */
type FirstTold = Map<string, string>;

function isAsked(name: string, answers: Answers): boolean {
  if (name === 'FIRST_PERSON') return answers[name] !== '' && Boolean(answers['INBOX_URL']);
  if (name === 'MAIL_USER' || name === 'MAIL_PASSWORD') return Boolean(answers['MAIL_SERVER']);
  return name !== 'IMAP_URL' || Boolean(answers['INBOX_URL']);
}

/** Asks once and stores a valid answer. Resolves to false if it has to be asked again. */
async function askQuestion(
  machine: Machine,
  answers: Record<string, string | undefined>,
  question: Question,
  told: FirstTold,
): Promise<boolean> {
  const [name, text, check, suggest] = question;
  const isSecret = name === 'MAIL_PASSWORD' || name === 'IMAP_URL';
  const domain = URL.parse(answers['SITE_URL'] ?? '')?.hostname.replace(/^www\./, '') ?? '';
  const suggestion = answers[name] ?? suggest(domain, answers);
  const shown = isSecret && suggestion ? 'as it is' : suggestion || 'none';
  const line = await machine.ask?.(`${questions.indexOf(question) + 1}. ${text} [${shown}]: `, isSecret);
  const answer = (line?.trim() || suggestion).replace(/^none$/, '');
  const isSame = answers[name] === answer;
  let results: CheckResult[];
  try {
    results = await checkAnswer(machine, { ...answers, [name]: answer }, { name, check });
    answers[name] = answer;
  } catch (error) {
    if (machine.ask === null || !(error instanceof ConfigError)) throw error;
    results = error.messages.map((message) => createResult('failed', message));
  }
  for (const { status, detail } of results) if (status === 'failed' && !told.has(detail)) told.set(detail, name);
  const own = results.filter(({ detail }) => (told.get(detail) ?? name) === name);
  for (const { status, detail } of own) machine.say(`   ${status}: ${detail}`);
  return machine.ask === null || isSame || own.every(({ status }) => status !== 'failed');
}

async function checkAnswer(machine: Machine, answers: Answers, question: { name: string; check: string }) {
  const config = createConfigFromAnswers(answers);
  const [site, inbox] = listNginxSites(config);
  const { hosts } = { SITE_URL: site, INBOX_URL: inbox }[question.name] ?? { hosts: [] };
  const results = await Promise.all(hosts.map((host) => checkHost(machine, host)));
  const runCheck: CheckRunner = async (name, check) => void (name === question.check && results.push(await check()));
  const openCore = () => Promise.reject(new CommandFailure('No database is checked here.'));
  await runDoctorChecks(runCheck, { openCore, loadConfig: () => config }, undefined);
  return results;
}

async function checkHost(machine: Machine, host: string): Promise<CheckResult> {
  const addresses = (await machine.run('getent', 'ahosts', host).catch(() => '')).match(/^\S+/gm);
  if (addresses === null) return createResult('failed', `${host} has no entry in the DNS: add one that leads here`);
  const isOwn = ({ address }: { address: string }) => addresses.includes(address);
  if (Object.values(networkInterfaces()).some((all) => all?.some(isOwn)))
    return createResult('ok', `${host} leads here`);
  return createResult(
    'warning',
    `${host} leads to ${[...new Set(addresses)].join(', ')}, no address of this machine itself`,
  );
}

/** Returns the configuration that answers make. Throws a ConfigError with all that is wrong with them. */
export function createConfigFromAnswers(answers: Answers): Config {
  const { FIRST_PERSON: person, CERTBOT: certbot } = answers;
  if (person && !isEmailAddress(person)) throw new ConfigError(['FIRST_PERSON takes an email address.']);
  if (certbot && !/^(?:yes|no)$/.test(certbot)) throw new ConfigError(['CERTBOT takes yes or no.']);
  const settings = createSettingsFromAnswers(answers);
  return readConfig(settings, Object.keys(settings));
}

function splitSmtpUrl({ SMTP_URL, ...settings }: Answers): Answers {
  const url = URL.parse(SMTP_URL ?? '');
  if (url === null) return { ...settings, MAIL_SERVER: SMTP_URL };
  const [user, password] = [unescape(url.username), unescape(url.password)];
  return { ...settings, MAIL_SERVER: replaceLogin(url), MAIL_USER: user, MAIL_PASSWORD: password };
}

const serverSettings = { TRUST_PROXY: '1', METRICS_PORT: '9464', BACKUP_DIRECTORY: '/var/backups/website' };

/** Returns the settings of answers, and what a server behind nginx needs besides. */
export function createSettingsFromAnswers(answers: Answers): Settings {
  const { MAIL_SERVER, MAIL_USER, MAIL_PASSWORD, FIRST_PERSON: _, ...others } = answers;
  const settings = Object.fromEntries(
    Object.entries(others).filter(([name]) => !Object.hasOwn(companyQuestions, name)),
  );
  const url = URL.parse(MAIL_SERVER?.includes('://') ? MAIL_SERVER : `smtp://${MAIL_SERVER}`);
  const smtpUrl = MAIL_SERVER && url ? replaceLogin(url, MAIL_USER, MAIL_PASSWORD) : MAIL_SERVER;
  return {
    ...serverSettings,
    DATABASE_URL: 'sqlite:/var/lib/website/site.db',
    ...(settings['INBOX_URL'] && { INBOX_PORT: '3001' }),
    ...(smtpUrl !== undefined && { SMTP_URL: smtpUrl }),
    ...settings,
  };
}

function replaceLogin(url: URL, user = '', password = ''): string {
  return Object.assign(url, { username: encodeURIComponent(user), password: encodeURIComponent(password) }).href;
}
