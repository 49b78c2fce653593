import { dirname, join, resolve } from 'node:path';
import { closestMatch } from 'leven';
import addressparser from 'nodemailer/lib/addressparser';
import { site } from '../content/words.ts';
import { breaksOneLine, isEmailAddress } from '../enquiries/core/enquiry.ts';
import type { MailAddress } from '../enquiries/channels/mail.ts';
import { faultOfWebhook } from '../enquiries/channels/webhook-settings.ts';
import type { TimeOfDay } from '../start/daily-digest.ts';
import { siteDirectory } from './site-directory.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What the environment settles. Built by `readConfig` alone; nothing else reads the environment. */
export interface Config {
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** The canonical origin: scheme, host and port, no slash at the end. */
  siteUrl: string;
  database: DatabasePlace;
  /** How many connections to PostgreSQL this process holds at most. */
  databaseConnections: number;
  /** What this machine keeps: the folder of the SQLite file, an absolute path. */
  dataDirectory: string;
  /** An absolute path. */
  backupDirectory: string;
  /** Where mails are kept while no mail server is set. */
  mailFolder: string;
  smtpUrl: string | undefined;
  mailFrom: MailAddress;
  mailTo: readonly string[];
  /** Further origins that may call the API. */
  allowedOrigins: readonly string[];
  /** How many proxies stand in front. */
  trustProxy: number;
  /** A Supabase project that takes the form's call instead of this server. Both are public and stand in the pages. */
  supabaseUrl: string | undefined;
  supabaseAnonKey: string | undefined;
  retentionDays: number;
  /** When the daily digest goes out, in the time zone of the process. */
  digestAt: TimeOfDay;
  /** The port of the inbox, on loopback. Without one there is no inbox. */
  inboxPort: number | undefined;
  /** The https origin of the inbox behind a proxy; without it the inbox is at http://localhost. */
  inboxUrl: string | undefined;
  webhook: { url: string; secret: string; privateHost: string | undefined } | undefined;
  /** Whether visitors are mailed that their enquiry has come. */
  acknowledge: boolean;
  /** The port of the metrics, on loopback. */
  metricsPort: number | undefined;
  logLevel: (typeof logLevels)[number];
}

/** A SQLite file by its absolute path, or a PostgreSQL database by its URL, which may hold a password. */
export type DatabasePlace = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

/** What is wrong with the settings: a sentence or two each, with the variable's name and the way out. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * Reads the configuration. A variable that is missing or empty takes its default. Throws a ConfigError with all faults.
 * @param namesInFile what `.env` sets: there, unlike in the environment, every name has to be a setting
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  namesInFile: readonly string[] = [],
): Config {
  const faults: string[] = [];
  const settings: string[] = [];

  /** `read` gives null for a value that it does not take. */
  function take<Value>(name: string, takes: string, fallback: Value, read: (text: string) => Value | null): Value {
    settings.push(name);
    const text = env[name]?.trim() ?? '';
    if (text === '') return fallback;
    const value = read(text);
    if (value !== null) return value;
    // The value itself stays out of the message: it may hold a password.
    faults.push(`${name} takes ${takes}.`);
    return fallback;
  }

  const origin = 'an http:// or https:// origin without a path, like https://www.example.com';
  const standard: DatabasePlace = { kind: 'sqlite', path: join(siteDirectory, 'data', 'site.db') };
  const database = take(
    'DATABASE_URL',
    'sqlite:<path of a file>, like sqlite:data/site.db, or postgres://user:password@host:port/database',
    standard,
    databasePlace,
  );
  const dataDirectory = database.kind === 'sqlite' ? dirname(database.path) : dirname(standard.path);
  const config: Config = {
    host: take('HOST', 'a host name or an IP address', '127.0.0.1', (text) => (/^[\w.:-]+$/.test(text) ? text : null)),
    port: take('PORT', 'a port number from 0 to 65535', 3000, wholeNumber(0, 65_535)),
    siteUrl: take('SITE_URL', origin, 'http://localhost:3000', httpOrigin),
    database,
    databaseConnections: take('DATABASE_CONNECTIONS', 'a number of connections from 2 to 100', 10, wholeNumber(2, 100)),
    dataDirectory,
    backupDirectory: take('BACKUP_DIRECTORY', 'the path of a directory', join(dataDirectory, 'backups'), (path) =>
      resolve(siteDirectory, path),
    ),
    mailFolder: join(dataDirectory, 'mail'),
    smtpUrl: take(
      'SMTP_URL',
      'smtp://… or smtps://…, like smtp://user:password@mail.example.com:587',
      undefined,
      smtpUrl,
    ),
    mailFrom: take(
      'MAIL_FROM',
      'one email address, with a name before it if you like: Avonspan <website@example.com>',
      { name: `${site.name} website`, address: site.contact.email },
      sender,
    ),
    mailTo: take('MAIL_TO', 'email addresses with commas between them, 20 at most', [site.contact.email], receivers),
    allowedOrigins: take('ALLOWED_ORIGINS', `origins with commas between them, each ${origin}`, [], origins),
    trustProxy: take('TRUST_PROXY', 'the number of proxies in front, from 0 to 10', 0, wholeNumber(0, 10)),
    supabaseUrl: take('SUPABASE_URL', 'an http:// or https:// address', undefined, httpUrl),
    supabaseAnonKey: take('SUPABASE_ANON_KEY', 'a key without spaces', undefined, (text) =>
      /^\S+$/.test(text) ? text : null,
    ),
    retentionDays: take(
      'RETENTION_DAYS',
      'a number of days from 1 to 36500',
      site.enquiryRetentionDays,
      wholeNumber(1, 36_500),
    ),
    digestAt: take('DIGEST_AT', 'a time of the day, like 08:00', { hours: 8, minutes: 0 }, timeOfDay),
    inboxPort: take('INBOX_PORT', 'a port number from 1 to 65535', undefined, wholeNumber(1, 65_535)),
    inboxUrl: take(
      'INBOX_URL',
      'an https:// origin without a path, like https://inbox.example.com',
      undefined,
      (text) => (text.startsWith('https://') ? httpOrigin(text) : null),
    ),
    webhook: webhookOf(
      take('WEBHOOK_URL', 'an https:// address', undefined, (text) => (URL.canParse(text) ? text : null)),
      take('WEBHOOK_SECRET', 'a secret', undefined, (text) => text),
      take('WEBHOOK_PRIVATE_HOST', 'a host name or an IP address', undefined, (text) =>
        /^[\w.:[\]-]+$/.test(text) ? text : null,
      ),
    ),
    acknowledge: take('ACKNOWLEDGE', 'true or false', false, (text) => truth[text] ?? null),
    metricsPort: take('METRICS_PORT', 'a port number from 1 to 65535', undefined, wholeNumber(1, 65_535)),
    logLevel: take(
      'LOG_LEVEL',
      `one of ${logLevels.join(', ')}`,
      'info',
      (text) => logLevels.find((level) => level === text) ?? null,
    ),
  };
  if (config.inboxUrl !== undefined && config.inboxPort === undefined)
    faults.push('INBOX_URL is set and INBOX_PORT is not: set the port on which the proxy finds the inbox.');
  // Cookies know no ports: what is served at another one of the same host gets the inbox's too.
  if (config.inboxUrl !== undefined && new URL(config.inboxUrl).hostname === new URL(config.siteUrl).hostname)
    faults.push('INBOX_URL is on the host of the public site (SITE_URL). Give the inbox a host name of its own.');
  for (const [name, instead] of Object.entries(removed))
    if (namesInFile.includes(name) || (env[name]?.trim() ?? '') !== '')
      faults.push(`${name} is no longer a setting. ${instead}`);
  for (const name of namesInFile)
    if (!settings.includes(name) && !Object.hasOwn(removed, name)) faults.push(...faultOf(name, settings));
  if (faults.length > 0) throw new ConfigError(faults);
  return config;

  function webhookOf(url?: string, secret?: string, privateHost?: string): Config['webhook'] {
    if (url === undefined && secret === undefined) return undefined;
    if (url === undefined || secret === undefined) {
      faults.push('WEBHOOK_URL and WEBHOOK_SECRET belong together: set both, or neither.');
      return undefined;
    }
    const fault = faultOfWebhook(url, secret, privateHost);
    if (fault !== null) faults.push(fault);
    return { url, secret, privateHost };
  }
}

const truth: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Whether a site's address is of use on this machine alone. */
export function isOfThisMachine(siteUrl: string): boolean {
  return /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(siteUrl).hostname);
}

/** Whether visitors are meant to come: by https, and not from this machine alone. */
export function isPublic({ siteUrl }: Pick<Config, 'siteUrl'>): boolean {
  return siteUrl.startsWith('https:') && !isOfThisMachine(siteUrl);
}

/** Where people find the inbox; undefined where there is none. */
export function inboxOrigin({ inboxPort, inboxUrl }: Pick<Config, 'inboxPort' | 'inboxUrl'>): string | undefined {
  return inboxPort === undefined ? undefined : (inboxUrl ?? `http://localhost:${inboxPort}`);
}

/** Settings of earlier releases, and what replaces each. To go on without one would quietly change what the site does. */
const removed: Readonly<Record<string, string>> = {
  AUTH_URL: 'Set SUPABASE_URL to the project whose authentication server it was, or remove it.',
};

/** What the tools read, the driver of PostgreSQL, and the clock. */
const otherNames = /^(?:CHROMIUM_PATH|FIREFOX_PATH|CI|TZ|PG[A-Z]+)$/;

/** What is wrong with a name in `.env` that is no setting, if something is. */
function faultOf(name: string, settings: readonly string[]): string[] {
  if (otherNames.test(name)) return [];
  if (name.startsWith('NODE_'))
    return [`.env has ${name}, which is for Node itself and comes too late there. Set it in the environment.`];
  const meant = closestMatch(name, settings, { maxDistance: 2 });
  const advice = meant === undefined ? '.env.example shows what there is.' : `Did you mean ${meant}?`;
  return [`.env has ${name}, which is no setting. ${advice}`];
}

function databasePlace(text: string): DatabasePlace | null {
  if (/^postgres(?:ql)?:/.test(text)) {
    const url = URL.parse(text);
    return url !== null && url.hostname !== '' && url.pathname.length > 1 ? { kind: 'postgres', url: text } : null;
  }
  const path = sqlitePath(text);
  return path === null ? null : { kind: 'sqlite', path: resolve(siteDirectory, path) };
}

function sqlitePath(text: string): string | null {
  const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text)?.[1];
  // ":memory:" would lose every enquiry at the next stop.
  return path === undefined || path.startsWith(':') || path.startsWith('//') || path.endsWith('/') ? null : path;
}

function wholeNumber(least: number, most: number): (text: string) => number | null {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    return number >= least && number <= most ? number : null;
  };
}

function timeOfDay(text: string): TimeOfDay | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? null : { hours: Number(hours), minutes: Number(minutes) };
}

function httpUrl(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search + url.hash === ''
    ? text
    : null;
}

function httpOrigin(text: string): string | null {
  return httpUrl(text) !== null && new URL(text).pathname === '/' ? new URL(text).origin : null;
}

function origins(text: string): string[] | null {
  const all = text.split(',').map((part) => httpOrigin(part.trim()));
  return all.every((one) => one !== null) ? all : null;
}

function smtpUrl(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' ? text : null;
}

function sender(text: string): MailAddress | null {
  const [parsed, ...others] = addressparser(text, { flatten: true });
  if (parsed === undefined || others.length > 0 || !isEmailAddress(parsed.address) || breaksOneLine(text)) return null;
  return { name: parsed.name === '' ? `${site.name} website` : parsed.name, address: parsed.address };
}

function receivers(text: string): string[] | null {
  const all = text.split(',').map((address) => address.trim());
  return all.length <= 20 && all.every(isEmailAddress) ? [...new Set(all)] : null;
}
