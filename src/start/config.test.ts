import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { site } from '../content/release-content.ts';
import { packageDirectory } from '../process/package-info.ts';
import { ConfigError } from '../process/settings.ts';
import { readConfig } from './config.ts';
import { settingDefinitions } from './setting-definitions.ts';

const inRoot = (path: string) => join(packageDirectory, path);

function faultsOf(env: Record<string, string>, namesInFile?: readonly string[]): readonly string[] {
  try {
    readConfig(env, namesInFile);
  } catch (error) {
    if (error instanceof ConfigError) return error.messages;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  const sqlite = (path: string) => ({ database: { kind: 'sqlite', path } });
  const postgres = { database: { kind: 'postgres', url: 'postgres://u:p@h/x' } };

  it('has a working default for everything', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      siteUrl: 'http://localhost:3000',
      ...sqlite(inRoot('data/site.db')),
      databaseConnections: 10,
      dataDirectory: inRoot('data'),
      erasedListPath: inRoot('data/site.db.erased'),
      backupDirectory: inRoot('data/backups'),
      backupSource: 'own',
      mailFolder: inRoot('data/mail'),
      mailFrom: { name: `${site.name} website`, address: site.contact.email },
      mailTo: [site.contact.email],
      alertTo: [site.contact.email],
      acknowledgesEnquiries: false,
      countsViews: true,
      isMailboxRead: false,
      allowedOrigins: [],
      trustProxy: 0,
      retentionDays: site.enquiryRetentionDays,
      digestTime: { hour: 8, minute: 0 },
      logLevel: 'info',
    });
  });

  it('is all in .env.example, with its defaults; an empty variable is as one that is not set', () => {
    const example = readFileSync(inRoot('.env.example'), 'utf8');
    const lines = new Map(
      [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    expect(new Set(lines.keys())).toEqual(new Set(Object.keys(settingDefinitions)));
    expect(readConfig(Object.fromEntries(lines))).toEqual(readConfig({}));
    expect(readConfig({ PORT: '', SMTP_URL: '  ' })).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', ' 8080 ', { port: 8080 }],
    ['SITE_URL', 'https://www.example.com/', { siteUrl: 'https://www.example.com' }],
    ['DATABASE_URL', 'sqlite:x/site.db', { ...sqlite(inRoot('x/site.db')), mailFolder: inRoot('x/mail') }],
    ['DATABASE_URL', 'sqlite:/var/x/site.db', { ...sqlite('/var/x/site.db'), mailFolder: '/var/x/mail' }],
    ['DATABASE_URL', 'postgres://u:p@h/x', { ...postgres, mailFolder: inRoot('data/mail') }],
    ['BACKUP_DIRECTORY', 'x/y', { backupDirectory: inRoot('x/y') }],
    ['BACKUP_COPY', 'scp  {} a@b:c', { backupCopyCommand: ['scp', '{}', 'a@b:c'] }],
    ['BACKUPS', 'external', { backupSource: 'external' }],
    ['DATABASE_CONNECTIONS', '100', { databaseConnections: 100 }],
    ['SMTP_URL', 'smtps://u:p@mail.example.com', { smtpUrl: 'smtps://u:p@mail.example.com' }],
    ['IMAP_URL', 'imaps://a%40b.c:p@host/INBOX', { mailbox: { url: 'imaps://a%40b.c:p@host/INBOX' } }],
    ['MAIL_TO', 'sales@example.com, help@example.com', { mailTo: ['sales@example.com', 'help@example.com'] }],
    ['MAIL_TO', 'sales@example.com', { alertTo: ['sales@example.com'] }],
    ['ALERT_TO', 'a@example.com, b@example.com', { alertTo: ['a@example.com', 'b@example.com'] }],
    ['MAIL_FROM', '"Ours, Ltd" <a@example.com>', { mailFrom: { name: 'Ours, Ltd', address: 'a@example.com' } }],
    ['ALLOWED_ORIGINS', 'https://a.example, http://b:81/', { allowedOrigins: ['https://a.example', 'http://b:81'] }],
    ['TRUST_PROXY', '2', { trustProxy: 2 }],
    ['COUNTS', 'off', { countsViews: false }],
    ['DIGEST_AT', '17:30', { digestTime: { hour: 17, minute: 30 } }],
  ])('reads %s=%s', (name, text, expected) => {
    expect(readConfig({ [name]: text })).toMatchObject(expected);
  });

  it.each<[string, ...string[]]>([
    ['PORT', 'abc', '65536', '-1', '3.5'],
    ['HOST', 'two words'],
    ['SITE_URL', 'www.example.com', 'https://a.b/path', 'ftp://a.b', 'https://user@a.b', 'https://a.b/?x'],
    ['DATABASE_URL', 'data/site.db', 'sqlite:', 'sqlite::memory:', 'sqlite://host/x', 'postgres://u:p@host'],
    ['DATABASE_CONNECTIONS', '1', '101'],
    ['BACKUP_COPY', 'rclone copy "{}" a:', 'gzip {} | ssh a', 'scp {} $HOST:'],
    ['SMTP_URL', 'mail.example.com:25', 'https://mail.example.com', 'smtp://'],
    ['IMAP_URL', 'imap.example.com', 'https://u:p@host', 'imaps://host', 'imaps://u:p@/INBOX', 'imaps://u:p@host/?x'],
    ['MAIL_FROM', 'somebody', 'a@example.com, b@example.com'],
    ['MAIL_TO', 'a@example.com, b'],
    ['INBOX_URL', 'http://inbox.example.com', 'https://inbox.example.com/office'],
    ['ACKNOWLEDGE', 'yes'],
    ['ALLOWED_ORIGINS', '*', 'https://a.example,,'],
    ['TRUST_PROXY', 'true'],
    ['METRICS_PORT', '0'],
    ['RETENTION_DAYS', '0'],
    ['DIGEST_AT', '24:00'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses of %s what it does not take, and says what it takes: %s', (name, ...texts) => {
    const fault = expect.stringMatching(new RegExp(`^${name} takes .+\\.$`));
    for (const text of texts) expect([text, faultsOf({ [name]: text })]).toEqual([text, [fault]]);
  });

  it('refuses an inbox on the host of the public site, whose cookies it would share', () => {
    const env = { SITE_URL: 'https://www.example.com:444', INBOX_PORT: '3001' };
    const fault = expect.stringMatching(/^INBOX_URL .* host name/);
    expect(faultsOf({ ...env, INBOX_URL: 'https://WWW.example.com:8443' })).toEqual([fault]);
    expect(faultsOf({ ...env, INBOX_URL: 'https://inbox.example.com' })).toEqual([]);
  });

  it('takes for the mailbox a password, or all four settings of OAuth', () => {
    const names = ['TOKEN_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'SCOPE'].map((name) => `IMAP_OAUTH_${name}`);
    const oauth = Object.fromEntries(names.map((name) => [name, 'https://a.example/token']));
    const faultsOfMailbox = (env: object) => faultsOf({ IMAP_URL: 'imaps://office@host', ...env }).join();
    expect(faultsOfMailbox(oauth)).toBe('');
    for (const name of names) expect(faultsOfMailbox({ ...oauth, [name]: '' })).toContain('belong together');
    expect(faultsOfMailbox({})).toMatch(/^IMAP_URL takes a password, or /);
    expect(faultsOfMailbox({ ...oauth, IMAP_URL: 'imaps://a:p@host' })).toMatch(/^IMAP_URL takes a password, or /);
  });

  it('never repeats a value, which may hold a password', () => {
    expect(faultsOf({ SMTP_URL: 'http://user:secret@host' }).join()).not.toContain('secret');
  });

  it.each([
    ['SMPT_URL', /^\.env has SMPT_URL, which is no setting\. Did you mean SMTP_URL\?$/],
    ['SMTP_PASSWORD', /^\.env has SMTP_PASSWORD, which is no setting\. \.env\.example shows what there is\.$/],
  ])('refuses a name in .env that is no setting, and names the one that is like it: %s', (name, fault) => {
    expect(faultsOf({ [name]: 'x' }, ['PORT', name])).toEqual([expect.stringMatching(fault)]);
    // The environment has names of all kinds.
    expect(faultsOf({ [name]: 'x' })).toEqual([]);
  });
});
