import { dirname, join } from 'node:path';
import type { MailboxSettings } from '../mailbox/imap-mailbox.ts';
import { explainInvalidWebhookSettings } from '../outbox/http-webhook.ts';
import { ConfigError, parseSettings, type Environment, type SettingValues } from '../process/settings.ts';
import { defaultDatabaseFile, settingDefinitions } from './setting-definitions.ts';

type Values = SettingValues<typeof settingDefinitions>;

/** Configuration, created by `readConfig` only; nothing else reads the environment. */
export type Config = Readonly<ReturnType<typeof createConfig>>;

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
  errors.push(...checkOfficeSettings(config), ...checkWebhookSettings(values), ...checkMailboxSettings(values));
  if (errors.length > 0) throw new ConfigError(errors);
  return config;
}

function createConfig(values: Values) {
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
    isMailboxRead: values.IMAP_URL !== undefined,
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
    /** On loopback; undefined: no office. */
    officePort: values.INBOX_PORT,
    /** Origin of the office behind a proxy; by default http://localhost. */
    officeUrl: values.INBOX_URL,
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

function checkOfficeSettings({ officePort, officeUrl, siteUrl }: Config): string[] {
  if (officeUrl === undefined) return [];
  const errors: string[] = [];
  if (officePort === undefined)
    errors.push('INBOX_URL is set and INBOX_PORT is not: set the port on which the proxy finds the office.');
  // Cookies ignore ports: another service on the same host would get the office's.
  if (new URL(officeUrl).hostname === new URL(siteUrl).hostname)
    errors.push('INBOX_URL is on the host of the public site (SITE_URL). Give the office a host name of its own.');
  return errors;
}

function checkWebhookSettings({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret }: Values): string[] {
  if (url === undefined && secret === undefined) return [];
  if (url === undefined || secret === undefined)
    return ['WEBHOOK_URL and WEBHOOK_SECRET belong together: set both, or neither.'];
  const error = explainInvalidWebhookSettings(url, secret);
  return error === null ? [] : [error];
}

function createMailboxSettings(values: Values): MailboxSettings | undefined {
  const { IMAP_URL: url, IMAP_OAUTH_TOKEN_URL: tokenUrl, IMAP_OAUTH_CLIENT_ID: clientId } = values;
  const { IMAP_OAUTH_CLIENT_SECRET: clientSecret, IMAP_OAUTH_SCOPE: scope } = values;
  if (url === undefined) return undefined;
  return {
    url,
    oauth: tokenUrl && clientId && clientSecret && scope ? { tokenUrl, clientId, clientSecret, scope } : undefined,
  };
}

function checkMailboxSettings(values: Values): string[] {
  const { url, oauth } = createMailboxSettings(values) ?? {};
  const hasOAuth = Object.entries(values).some(
    ([name, value]) => name.startsWith('IMAP_OAUTH_') && value !== undefined,
  );
  if (hasOAuth && !oauth) return ['The four IMAP_OAUTH_… belong together, and to IMAP_URL: set all of them, or none.'];
  if (url === undefined || hasOAuth === (new URL(url).password === '')) return [];
  return ['IMAP_URL takes a password, or in its place the settings IMAP_OAUTH_…: one of them.'];
}
