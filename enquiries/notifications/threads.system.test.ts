import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { expect, it, onTestFinished } from 'vitest';
import { createSmtpMailer } from '../../outbox/smtp-mailer.ts';
import { referenceOf } from '../reference.ts';
import { createCoreUnderTest } from '../testing/core-under-test.ts';
import { findFreePort } from '../../process/testing/find-free-port.ts';
import { sampleFields } from '../testing/samples.ts';
import { createTemporaryDirectory } from '../../database/testing/temporary-sqlite.ts';

/** Owner of the mailboxes: Dovecot refuses to read them as root. */
const nobody = { uid: 65_534, gid: 65_534 };
const imap = '/usr/lib/dovecot/imap';
const canRun = process.getuid?.() === 0 && existsSync(imap) && existsSync('/usr/sbin/postfix');

/** Starts a Postfix that delivers into mailboxes, and a Dovecot that reads them. */
async function startMailServer() {
  const [directory, port] = [createTemporaryDirectory(), await findFreePort()];
  for (const name of ['queue', 'data', 'boxes']) mkdirSync(join(directory, name));
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
  const dovecot = `mail_location = maildir:${directory}/boxes/%u\nssl = no\nlog_path = /dev/stderr\n`;
  writeFileSync(join(directory, 'dovecot.conf'), dovecot);
  chmodSync(directory, 0o755);
  spawnSync('chown', ['65534:65534', `${directory}/boxes`]);
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
  return { url: `smtp://127.0.0.1:${port}`, mails, threads };
}

const python = `import email, email.policy, sys
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
print((mail['References'] or mail['Message-ID']).split()[0] + ' ' + mail['Subject'])`;

it.skipIf(!canRun)(
  'an enquiry is one thread in each mailbox, to Dovecot and two parsers',
  { timeout: 180_000 },
  async () => {
    const { url, mails, threads } = await startMailServer();
    const contact = { name: '', address: 'office@ours.example' };
    const acknowledgement = () => ({ subject: 'It has come', paragraphs: [], outsideHours: '', contact });
    const { enquiries, deliver, receive } = createCoreUnderTest({
      mailer: createSmtpMailer(url),
      notificationOptions: { acknowledgement },
    });
    const id = await receive(sampleFields);
    for (const version of [0, 1]) {
      await enquiries.sendReply(id, { text: `Answer ${version}`, by: 'anna@ours.example', version });
      await deliver();
    }
    const arrive = { timeout: 60_000 };
    await expect.poll(() => mails('ada').length, arrive).toBe(3);
    const read = await Promise.all(mails('ada').map((mail) => PostalMime.parse(mail)));
    const {
      messageId = '',
      references,
      subject,
      replyTo,
    } = read.find(({ text }) => text?.startsWith('Answer 1')) ?? {};
    // Headers like those of a mail program's reply.
    const head = { subject, inReplyTo: messageId, references: `${references} ${messageId}` };
    await createTransport(url).sendMail({
      ...head,
      from: sampleFields.email,
      to: replyTo?.[0]?.address,
      text: 'Thank you.',
    });
    await expect.poll(() => mails('office').length, arrive).toBe(2);
    for (const [box, one] of [
      ['ada', /^\(\(\d\)\(\d\)\(\d\)\)$|^\(\(\d\)\(\d \d\)\)$/],
      ['office', /^\(\d \d\)$/],
    ] as const) {
      expect(threads(box)).toMatch(one);
      for (const mail of mails(box)) {
        const parsed = await PostalMime.parse(mail);
        const told = `${(parsed.references ?? parsed.messageId)?.split(' ')[0]} ${parsed.subject}`;
        expect(told).toMatch(`<enquiry.${id}@ours.example> `);
        expect(told).toMatch(`[${referenceOf(id)}]`);
        expect(spawnSync('python3', ['-c', python], { input: mail, encoding: 'utf8' }).stdout).toBe(`${told}\n`);
      }
    }
  },
);
