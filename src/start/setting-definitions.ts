import { join, resolve } from 'node:path';
import addressparser from 'nodemailer/lib/addressparser';
import { site } from '../content/release-content.ts';
import { isEmailAddress } from '../enquiries/enquiry.ts';
import type { TimeOfDay } from '../process/office-calendar.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { packageDirectory } from '../process/package-info.ts';
import { defineSetting } from '../process/settings.ts';
import { hasControlCharacter } from '../text/clean-text.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A SQLite file by its absolute path, or a PostgreSQL database by its URL, which may hold a password. */
export type DatabaseLocation = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

const originDescription = 'an http:// or https:// origin without a path, like https://www.example.com';
/** The database without DATABASE_URL. */
export const defaultDatabaseFile = join(packageDirectory, 'data', 'site.db');
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
  LOG_LEVEL: defineSetting(`one of ${logLevels.join(', ')}`, 'info', createChoiceParser(...logLevels)),
};

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
