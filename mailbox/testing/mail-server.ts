import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createTemporaryDirectory } from '../../database/testing/temporary-sqlite.ts';
import { findFreePort } from '../../process/testing/find-free-port.ts';

/** Owner of the mailboxes: Dovecot refuses to read them as root. */
const nobody = { uid: 65_534, gid: 65_534 };
const imap = '/usr/lib/dovecot/imap';

/** True if this machine can run Postfix and Dovecot. */
export const hasMailServer = process.getuid?.() === 0 && existsSync(imap) && existsSync('/usr/sbin/postfix');

/**
 * Starts a Dovecot on a port of this machine. Each user has the password `secret-word`; with `introspectionUrl` an
 * access token serves too. The user `office` has the mailboxes INBOX and Replies.
 */
export async function startImapServer(introspectionUrl?: string) {
  const [directory, port] = [createTemporaryDirectory(), await findFreePort()];
  for (const name of ['boxes', 'run', 'state']) mkdirSync(join(directory, name));
  chmodSync(directory, 0o755);
  const oauth = `passdb {\n driver = oauth2\n mechanisms = xoauth2\n args = ${directory}/oauth.conf\n}`;
  const oauthSettings = `introspection_url = ${introspectionUrl}\nintrospection_mode = post\nusername_attribute = user\n`;
  writeFileSync(join(directory, 'oauth.conf'), oauthSettings);
  writeFileSync(
    join(directory, 'dovecot.conf'),
    `protocols = imap\nlisten = 127.0.0.1\nssl = no\nlog_path = ${directory}/dovecot.log\nbase_dir = ${directory}/run
state_dir = ${directory}/state\nmail_location = maildir:${directory}/boxes/%n\nfirst_valid_uid = 1
auth_mechanisms = plain${introspectionUrl ? ` xoauth2\n${oauth}` : ''}\nauth_failure_delay = 0
passdb {\n driver = static\n args = password=secret-word\n}
userdb {\n driver = static\n args = uid=nobody gid=${nobody.gid} home=${directory}/boxes/%n\n}
service imap-login {\n inet_listener imap {\n  port = ${port}\n }\n inet_listener imaps {\n  port = 0\n }\n}\n`,
  );
  spawnSync('chown', ['65534:65534', `${directory}/boxes`]);
  const doveadm = (...words: string[]) => spawnSync('doveadm', ['-c', `${directory}/dovecot.conf`, ...words]);
  async function start(): Promise<void> {
    spawn('dovecot', ['-F', '-c', `${directory}/dovecot.conf`]);
    const answers = async () => {
      const socket = connect(port, '127.0.0.1');
      return String(
        await once(socket, 'data')
          .catch(String)
          .finally(() => socket.destroy()),
      );
    };
    await expect.poll(answers, { timeout: 20_000 }).toMatch(/^\* OK/);
    doveadm('mailbox', 'create', '-u', 'office', 'Replies');
  }
  const stop = () => doveadm('stop');
  onTestFinished(() => void stop());
  await start();
  const listFiles = (box: string) =>
    ['new', 'cur']
      .map((sub) => join(directory, 'boxes', box, sub))
      .flatMap((sub) => (existsSync(sub) ? readdirSync(sub) : []).map((name) => join(sub, name)));
  let delivered = 0;
  /** Delivers a mail into a mailbox of a user, as a mail server does. */
  function deliver(box: string, mail: string | Buffer): void {
    const name = join(directory, `${(delivered += 1)}.test`);
    writeFileSync(name, mail);
    renameSync(name, join(directory, 'boxes', box, 'new', `${delivered}.test`));
  }
  return { host: `127.0.0.1:${port}`, directory, start, stop, doveadm, listFiles, deliver };
}

/** Starts a Postfix that delivers into the mailboxes of ada@example.com and office@ours.example, and their Dovecot. */
export async function startMailServer() {
  const [{ directory, ...imapServer }, port] = [await startImapServer(), await findFreePort()];
  for (const name of ['queue', 'data']) mkdirSync(join(directory, name));
  const services = readFileSync('/usr/share/postfix/master.cf.dist', 'utf8').replaceAll(
    /^(\S+ +\w+ +- +\S+ +)y/gm,
    '$1n',
  );
  writeFileSync(join(directory, 'master.cf'), services.replace(/^smtp +inet/m, `127.0.0.1:${port} inet`));
  const settings = `compatibility_level=3.6;queue_directory=${directory}/queue;data_directory=${directory}/data;
    maillog_file=${directory}/log;maillog_file_prefixes=${directory};inet_interfaces=127.0.0.1;mydestination=;
    virtual_mailbox_domains=ours.example example.com;virtual_mailbox_base=${directory}/boxes;virtual_uid_maps=static:65534;
    virtual_gid_maps=static:65534;virtual_mailbox_maps=inline:{ada@example.com=ada/ office@ours.example=office/}`;
  writeFileSync(join(directory, 'main.cf'), settings.replaceAll(/;\s*/g, '\n'));
  spawnSync('chown', ['postfix', `${directory}/data`]);
  const postfix = (command: string) => spawnSync('postfix', ['-c', directory, command]).status;
  onTestFinished(() => void postfix('stop'));
  expect(postfix('start')).toBe(0);
  const mails = (box: string) => imapServer.listFiles(box).map((file) => readFileSync(file));
  const threads = (box: string) => {
    const input = 'a SELECT INBOX\r\nb THREAD REFERENCES UTF-8 ALL\r\nz LOGOUT\r\n';
    const options = { ...nobody, env: { USER: box, HOME: directory }, input, encoding: 'utf8' } as const;
    return /^\* THREAD (.*)\r$/m.exec(spawnSync(imap, ['-c', `${directory}/dovecot.conf`], options).stdout)?.[1];
  };
  return { ...imapServer, url: `smtp://127.0.0.1:${port}`, mails, threads };
}
