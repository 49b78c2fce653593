import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createTemporaryDirectory } from '../../database/testing/temporary-sqlite.ts';
import { findFreePort } from '../../process/testing/find-free-port.ts';

/** Owner of the mailboxes: Dovecot refuses to read them as root. */
const nobody = { uid: 65_534, gid: 65_534 };
const imap = '/usr/lib/dovecot/imap';

/** True if this machine can run Postfix and Dovecot. */
export const hasMailServer = process.getuid?.() === 0 && existsSync(imap) && existsSync('/usr/sbin/postfix');

/** Starts a Dovecot. `url` has the user `office`, the password `secret-word`, and the mailbox `Replies`. */
export async function startImapServer() {
  const [directory, port] = [createTemporaryDirectory(), await findFreePort()];
  for (const name of ['boxes', 'run', 'state']) mkdirSync(join(directory, name));
  const settings = `protocols = imap;listen = 127.0.0.1;ssl = no;log_path = ${directory}/dovecot.log;first_valid_uid = 1;
    base_dir = ${directory}/run;state_dir = ${directory}/state;mail_location = maildir:${directory}/boxes/%n;
    passdb {;driver = static;args = password=secret-word;};
    userdb {;driver = static;args = uid=${nobody.uid} gid=${nobody.gid} home=${directory}/boxes/%n;};
    service imap-login {;inet_listener imap {;port = ${port};};inet_listener imaps {;port = 0;};};`;
  writeFileSync(join(directory, 'dovecot.conf'), settings.replaceAll(/;\s*/g, '\n'));
  chmodSync(directory, 0o755);
  spawnSync('chown', ['65534:65534', `${directory}/boxes`]);
  const doveadm = (...words: string[]) => spawnSync('doveadm', ['-c', `${directory}/dovecot.conf`, ...words]);
  async function start(): Promise<void> {
    spawn('dovecot', ['-F', '-c', `${directory}/dovecot.conf`]);
    const create = () => String(doveadm('mailbox', 'create', '-u', 'office', 'Replies').stderr);
    await expect.poll(create, { timeout: 20_000 }).toContain('already exists');
  }
  const stop = () => doveadm('stop');
  onTestFinished(() => void stop());
  await start();
  let count = 0;
  /** Delivers a mail as a mail server does. */
  function deliver(mail: string): void {
    const file = `${(count += 1)}.test`;
    writeFileSync(join(directory, file), mail);
    renameSync(join(directory, file), join(directory, 'boxes/office/.Replies/new', file));
  }
  const url = `imap://office:secret-word@127.0.0.1:${port}/Replies`;
  return { url, directory, start, stop, doveadm, deliver };
}

/**
 * Starts a Postfix that delivers into the mailboxes of ada@example.com, and of office@ours.example and
 * hello@ours.example, and their Dovecot. It takes mail to gone@example.com, and hands it to an SMTP server at that port.
 */
export async function startMailServer(refusingPort = 0) {
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
    virtual_gid_maps=static:65534;virtual_mailbox_maps=inline:{ada@example.com=ada/ office@ours.example=office/
    hello@ours.example=office/ gone@example.com=gone/};
    transport_maps=inline:{gone@example.com=smtp:[127.0.0.1]:${refusingPort}}`;
  writeFileSync(join(directory, 'main.cf'), settings.replaceAll(/;\s*/g, '\n'));
  spawnSync('chown', ['postfix', `${directory}/data`]);
  const postfix = (command: string) => spawnSync('postfix', ['-c', directory, command]).status;
  onTestFinished(() => void postfix('stop'));
  expect(postfix('start')).toBe(0);
  const mails = (box: string) =>
    ['new', 'cur']
      .map((sub) => join(directory, 'boxes', box, sub))
      .flatMap((sub) => (existsSync(sub) ? readdirSync(sub) : []).map((name) => readFileSync(join(sub, name))));
  const threads = (box: string) => {
    const input = 'a SELECT INBOX\r\nb THREAD REFERENCES UTF-8 ALL\r\nz LOGOUT\r\n';
    const options = { ...nobody, env: { USER: box, HOME: directory }, input, encoding: 'utf8' } as const;
    return /^\* THREAD (.*)\r$/m.exec(spawnSync(imap, ['-c', `${directory}/dovecot.conf`], options).stdout)?.[1];
  };
  return { ...imapServer, postfix, smtpUrl: `smtp://127.0.0.1:${port}`, mails, threads };
}
