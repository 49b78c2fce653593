import { dirname, join, resolve } from 'node:path';
import addressparser from 'nodemailer/lib/addressparser';
import { site } from '../content/release-content.ts';
import { hasControlCharacter } from '../text/clean-text.ts';
import { isEmailAddress } from '../enquiries/enquiry.ts';
import { isLoopbackHost } from '../process/is-loopback-host.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { explainInvalidWebhook } from '../outbox/http-webhook.ts';
import type { MailboxSettings } from '../mailbox/imap-mailbox.ts';
import {
  ConfigError,
  parseSettings,
  defineSetting,
  type Environment,
  type SettingValues,
} from '../process/settings.ts';
import { packageDirectory } from '../process/package-info.ts';
import type { TimeOfDay } from '../enquiries/response-target.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Configuration, created by `readConfig` only; nothing else reads the environment. */
export type Config = Readonly<ReturnType<typeof createConfig>>;

/** A SQLite file by its absolute path, or a PostgreSQL database by its URL, which may hold a password. */
export type DatabaseLocation = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

/**
 * Reads the configuration. Throws a ConfigError with all errors.
 * @param envFileVariableNames set by `.env`, where unlike in the environment every name must be a setting
 */
export function readConfig(
  env: Environment['variables'],
  envFileVariableNames: Environment['envFileVariableNames'] = [],
): Config {
  const { values, errors } = parseSettings(settingDefinitions, { variables: env, envFileVariableNames });
  const config = createConfig(values);
  errors.push(...checkInboxSettings(config), ...checkWebhookSettings(values), ...checkMailboxSettings(values));
  if (errors.length > 0) throw new ConfigError(errors);
  return config;
}

function createConfig(values: SettingValues<typeof settingDefinitions>) {
  const { DATABASE_URL: database, WEBHOOK_URL: url, WEBHOOK_SECRET: secret } = values;
  const dataDirectory = dirname(database.kind === 'sqlite' ? database.path : defaultDatabaseFile);
  const backupDirectory = values.BACKUP_DIRECTORY ?? join(dataDirectory, 'backups');
  return {
    host: values.HOST,
    /** 0 lets the system choose. */
    port: values.PORT,
    /** The canonical origin: scheme, host and port, no slash at the end. */
    siteUrl: values.SITE_URL,
    database,
    /** Maximum number of PostgreSQL connections of this process. */
    databaseConnections: values.DATABASE_CONNECTIONS,
    /** Data of this machine: the folder of the SQLite file, an absolute path. */
    dataDirectory,
    backupDirectory,
    /** List of erased ids, which a restored backup brings back. For PostgreSQL it is beside the backups. */
    erasedListPath: database.kind === 'sqlite' ? `${database.path}.erased` : join(backupDirectory, 'postgres.erased'),
    /** Command that copies a backup's file elsewhere, with its arguments; `{}` stands for the file's path. */
    backupCopyCommand: values.BACKUP_COPY,
    /** Who makes backups; `external`: other software. */
    backupSource: values.BACKUPS,
    /** Folder of the mails while no mail server is set. */
    mailFolder: join(dataDirectory, 'mail'),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    mailTo: values.MAIL_TO,
    alertTo: values.ALERT_TO ?? values.MAIL_TO,
    /** Mailbox of replies; undefined: it is not read. */
    mailbox: createMailboxSettings(values),
    /** Further origins that may call the API. */
    allowedOrigins: values.ALLOWED_ORIGINS,
    /** Number of trusted proxies in front. */
    trustProxy: values.TRUST_PROXY,
    /** A Supabase project that receives the form instead of this server. URL and key are public: pages contain them. */
    supabaseUrl: values.SUPABASE_URL,
    supabaseAnonKey: values.SUPABASE_ANON_KEY,
    retentionDays: values.RETENTION_DAYS,
    /** In the time zone of the office. */
    digestTime: values.DIGEST_AT,
    /** On loopback; undefined: no inbox. */
    inboxPort: values.INBOX_PORT,
    /** Origin of the inbox behind a proxy; by default http://localhost. */
    inboxUrl: values.INBOX_URL,
    webhook: url === undefined || secret === undefined ? undefined : { url, secret },
    /** True if visitors get an acknowledgement by mail. */
    acknowledgesEnquiries: values.ACKNOWLEDGE,
    /** On loopback; undefined: no metrics. */
    metricsPort: values.METRICS_PORT,
    /** True if views of pages are counted. */
    countsViews: values.COUNTS === 'on',
    logLevel: values.LOG_LEVEL,
  };
}

function checkInboxSettings({ inboxPort, inboxUrl, siteUrl }: Config): string[] {
  if (inboxUrl === undefined) return [];
  const errors: string[] = [];
  if (inboxPort === undefined)
    errors.push('INBOX_URL is set and INBOX_PORT is not: set the port on which the proxy finds the inbox.');
  // Cookies ignore ports: another service on the same host would get the inbox's.
  if (new URL(inboxUrl).hostname === new URL(siteUrl).hostname)
    errors.push('INBOX_URL is on the host of the public site (SITE_URL). Give the inbox a host name of its own.');
  return errors;
}

function checkWebhookSettings({
  WEBHOOK_URL: url,
  WEBHOOK_SECRET: secret,
}: SettingValues<typeof settingDefinitions>): string[] {
  if (url === undefined && secret === undefined) return [];
  if (url === undefined || secret === undefined)
    return ['WEBHOOK_URL and WEBHOOK_SECRET belong together: set both, or neither.'];
  const error = explainInvalidWebhook(url, secret);
  return error === null ? [] : [error];
}

function createMailboxSettings(values: SettingValues<typeof settingDefinitions>): MailboxSettings | undefined {
  const { IMAP_URL: url, IMAP_OAUTH_TOKEN_URL: tokenUrl, IMAP_OAUTH_CLIENT_ID: clientId } = values;
  const { IMAP_OAUTH_CLIENT_SECRET: clientSecret, IMAP_OAUTH_SCOPE: scope } = values;
  if (url === undefined) return undefined;
  return {
    url,
    oauth: tokenUrl && clientId && clientSecret && scope ? { tokenUrl, clientId, clientSecret, scope } : undefined,
  };
}

function checkMailboxSettings(values: SettingValues<typeof settingDefinitions>): string[] {
  const { url, oauth } = createMailboxSettings(values) ?? {};
  const hasOAuth = Object.entries(values).some(
    ([name, value]) => name.startsWith('IMAP_OAUTH_') && value !== undefined,
  );
  if (hasOAuth && !oauth) return ['The four IMAP_OAUTH_… belong together, and to IMAP_URL: set all of them, or none.'];
  if (url === undefined || hasOAuth === (new URL(url).password === '')) return [];
  return ['IMAP_URL takes a password, or in its place the settings IMAP_OAUTH_…: one of them.'];
}

const originDescription = 'an http:// or https:// origin without a path, like https://www.example.com';
const defaultDatabaseFile = join(packageDirectory, 'data', 'site.db');
const optionalPort = defineSetting('a port number from 1 to 65535', undefined, createIntegerParser(1, 65_535));
// It gets a secret: encrypted, or on this machine.
const secretReceiver = /^(?:https:\/\/[\w.-]+|http:\/\/127\.0\.0\.1)(?::\d+)?\/[\w./-]*$/;
const optionalText = defineSetting('a line of text', undefined, (text) => text);

/** Every environment variable: its valid values, default and parser. */
export const settingDefinitions = {
  HOST: defineSetting('a host name or an IP address', '127.0.0.1', createPatternParser(/^[\w.:-]+$/)),
  PORT: defineSetting('a port number from 0 to 65535', 3000, createIntegerParser(0, 65_535)),
  SITE_URL: defineSetting(originDescription, 'http://localhost:3000', parseHttpOrigin),
  DATABASE_URL: defineSetting<DatabaseLocation>(
    'sqlite:<path of a file>, like sqlite:data/site.db, or postgres://user:password@host:port/database',
    { kind: 'sqlite', path: defaultDatabaseFile },
    parseDatabaseLocation,
  ),
  DATABASE_CONNECTIONS: defineSetting('a number of connections from 2 to 100', 10, createIntegerParser(2, 100)),
  BACKUP_DIRECTORY: defineSetting('the path of a directory', undefined, (path) => resolve(packageDirectory, path)),
  BACKUP_COPY: defineSetting('words without signs of a shell: rclone copy {} elsewhere:website', undefined, (text) =>
    /["'`|<>;$]/.test(text) ? null : text.split(/\s+/),
  ),
  BACKUPS: defineSetting('own or external', 'own', createChoiceParser('own', 'external')),
  SMTP_URL: defineSetting(
    'smtp://… or smtps://…, like smtp://user:password@mail.example.com:587',
    undefined,
    parseSmtpUrl,
  ),
  MAIL_FROM: defineSetting<MailAddress>(
    'one email address, with a name before it if you like: Avonspan <website@example.com>',
    { name: `${site.name} website`, address: site.contact.email },
    parseSender,
  ),
  MAIL_TO: defineSetting('email addresses with commas between them, 20 at most', [site.contact.email], parseRecipients),
  ALERT_TO: defineSetting('email addresses with commas between them, 20 at most', undefined, parseRecipients),
  IMAP_URL: defineSetting(
    'imaps://user:password@host/INBOX, with signs like @ : / # % in user and password as %40 %3A %2F %23 %25',
    undefined,
    (text) => (URL.parse(text) !== null && /^imaps?:\/\/[^/?#]+@[^/?#]+(?:\/[^?#]*)?$/.test(text) ? text : null),
  ),
  IMAP_OAUTH_TOKEN_URL: defineSetting('an https:// address', undefined, createPatternParser(secretReceiver)),
  IMAP_OAUTH_CLIENT_ID: optionalText,
  IMAP_OAUTH_CLIENT_SECRET: optionalText,
  IMAP_OAUTH_SCOPE: optionalText,
  ALLOWED_ORIGINS: defineSetting<string[]>(
    `origins with commas between them, each ${originDescription}`,
    [],
    parseOrigins,
  ),
  TRUST_PROXY: defineSetting('the number of proxies in front, from 0 to 10', 0, createIntegerParser(0, 10)),
  SUPABASE_URL: defineSetting('an http:// or https:// address', undefined, parseHttpUrl),
  SUPABASE_ANON_KEY: defineSetting('a key without spaces', undefined, createPatternParser(/^\S+$/)),
  RETENTION_DAYS: defineSetting(
    'a number of days from 1 to 36500',
    site.enquiryRetentionDays,
    createIntegerParser(1, 36_500),
  ),
  DIGEST_AT: defineSetting<TimeOfDay>('a time of the day, like 08:00', { hour: 8, minute: 0 }, parseTimeOfDay),
  INBOX_PORT: optionalPort,
  INBOX_URL: defineSetting('an https:// origin without a path, like https://inbox.example.com', undefined, (text) =>
    text.startsWith('https://') ? parseHttpOrigin(text) : null,
  ),
  WEBHOOK_URL: defineSetting('an https:// address', undefined, (text) => (URL.canParse(text) ? text : null)),
  WEBHOOK_SECRET: defineSetting('whsec_ and 24 to 64 random bytes in Base64', undefined, (text) => text),
  ACKNOWLEDGE: defineSetting<boolean>('true or false', false, (text) =>
    text === 'true' ? true : text === 'false' ? false : null,
  ),
  METRICS_PORT: optionalPort,
  COUNTS: defineSetting('on or off', 'on', createChoiceParser('on', 'off')),
  CERTBOT: defineSetting('yes or no', 'no', createChoiceParser('yes', 'no')),
  LOG_LEVEL: defineSetting(`one of ${logLevels.join(', ')}`, 'info', createChoiceParser(...logLevels)),
};

/** Returns true if the site is public: https, and not on this machine only. */
export function isPublicSite({ siteUrl }: Pick<Config, 'siteUrl'>): boolean {
  return siteUrl.startsWith('https:') && !isLoopbackHost(new URL(siteUrl).hostname);
}

function parseDatabaseLocation(text: string): DatabaseLocation | null {
  if (/^postgres(?:ql)?:/.test(text)) {
    const url = URL.parse(text);
    return url !== null && url.hostname !== '' && url.pathname.length > 1 ? { kind: 'postgres', url: text } : null;
  }
  const path = parseSqlitePath(text);
  return path === null ? null : { kind: 'sqlite', path: resolve(packageDirectory, path) };
}

function parseSqlitePath(text: string): string | null {
  const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text)?.[1];
  // ":memory:" would lose every enquiry at the next stop.
  return path === undefined || path.startsWith(':') || path.startsWith('//') || path.endsWith('/') ? null : path;
}

function createPatternParser(pattern: RegExp): (text: string) => string | null {
  return (text) => (pattern.test(text) ? text : null);
}

function createChoiceParser<Choice extends string>(...choices: readonly Choice[]): (text: string) => Choice | null {
  return (text) => choices.find((choice) => choice === text) ?? null;
}

function createIntegerParser(min: number, max: number): (text: string) => number | null {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    return number >= min && number <= max ? number : null;
  };
}

function parseTimeOfDay(text: string): TimeOfDay | null {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined ? null : { hour: Number(hour), minute: Number(minute) };
}

function parseHttpUrl(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search + url.hash === ''
    ? text
    : null;
}

function parseHttpOrigin(text: string): string | null {
  return parseHttpUrl(text) !== null && new URL(text).pathname === '/' ? new URL(text).origin : null;
}

function parseOrigins(text: string): string[] | null {
  const all = text.split(',').map((part) => parseHttpOrigin(part.trim()));
  return all.every((one) => one !== null) ? all : null;
}

function parseSmtpUrl(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' ? text : null;
}

function parseSender(text: string): MailAddress | null {
  const [parsed, ...others] = addressparser(text, { flatten: true });
  if (parsed === undefined || others.length > 0 || !isEmailAddress(parsed.address) || hasControlCharacter(text))
    return null;
  return { name: parsed.name === '' ? `${site.name} website` : parsed.name, address: parsed.address };
}

function parseRecipients(text: string): string[] | null {
  const all = text.split(',').map((address) => address.trim());
  return all.length <= 20 && all.every(isEmailAddress) ? [...new Set(all)] : null;
}
