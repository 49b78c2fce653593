import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { expect, it, onTestFinished } from 'vitest';
import { createSmtpMailer } from './smtp-mailer.ts';
import { referenceOf } from '../core/reference.ts';
import { coreUnderTest } from '../testing/core-under-test.ts';
import { freePort } from '../testing/free-port.ts';
import { fields } from '../testing/samples.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

/** To whom the mailboxes belong: Dovecot reads none as root. */
const nobody = { uid: 65_534, gid: 65_534 };
const imapProgram = '/usr/lib/dovecot/imap';
const canRun = process.getuid?.() === 0 && existsSync(imapProgram) && existsSync('/usr/sbin/postfix');

/** A Postfix of its own, which keeps what comes for anybody in a mailbox, and Dovecot to read them. */
async function startMailServer() {
  const directory = temporaryDirectory();
  const port = await freePort();
  const at = (...names: string[]): string => join(directory, ...names);
  for (const name of ['', 'queue', 'data', 'boxes']) mkdirSync(at(name), { recursive: true });
  chmodSync(directory, 0o755);
  spawnSync('chown', [`${nobody.uid}:${nobody.gid}`, at('boxes')]);
  spawnSync('chown', ['postfix', at('data')]);
  const services = readFileSync('/usr/share/postfix/master.cf.dist', 'utf8')
    .replace(/^smtp +inet/m, `127.0.0.1:${port} inet`)
    .replaceAll(/^(\S+ +\w+ +\S+ +\S+ +)y/gm, '$1n');
  writeFileSync(at('master.cf'), services);
  writeFileSync(
    at('main.cf'),
    `compatibility_level = 3.6
queue_directory = ${at('queue')}
data_directory = ${at('data')}
maillog_file = ${at('log')}
maillog_file_prefixes = ${directory}
inet_interfaces = 127.0.0.1
mydestination =
virtual_mailbox_domains = ours.example, example.com
virtual_mailbox_base = ${at('boxes')}
virtual_mailbox_maps = inline:{ { ada@example.com = ada/ }, { office@ours.example = office/ } }
virtual_uid_maps = static:${nobody.uid}
virtual_gid_maps = static:${nobody.gid}
`,
  );
  writeFileSync(at('dovecot.conf'), `mail_location = maildir:${at('boxes')}/%u\nssl = no\nlog_path = /dev/stderr\n`);
  const postfix = (command: string) => spawnSync('postfix', ['-c', directory, command], { encoding: 'utf8' });
  const started = postfix('start');
  onTestFinished(() => void postfix('stop'));
  expect(started).toMatchObject({ status: 0 });
  const arrived = (box: string) =>
    ['new', 'cur'].map((sub) => at('boxes', box, sub)).filter((each) => existsSync(each));
  const mails = (box: string) =>
    arrived(box).flatMap((sub) => readdirSync(sub).map((name) => readFileSync(join(sub, name))));
  const imap = (box: string, commands: string) => {
    const input = `a SELECT INBOX\r\n${commands}\r\nz LOGOUT\r\n`;
    const env = { USER: box, HOME: at('boxes', box) };
    return spawnSync(imapProgram, ['-c', at('dovecot.conf')], {
      ...nobody,
      env,
      input,
      encoding: 'utf8',
    });
  };
  return { url: `smtp://127.0.0.1:${port}`, mails, imap };
}

it.skipIf(!canRun)(
  'enquiry, acknowledgement and answers are one thread in each mailbox, to Dovecot and two parsers',
  async () => {
    const { url, mails, imap } = await startMailServer();
    const acknowledgement = async () => ({
      subject: 'It has come',
      paragraphs: ['Thanks.'],
      contact: { name: '', address: 'office@ours.example' },
    });
    const { enquiries, deliver, receive } = coreUnderTest({
      mailer: createSmtpMailer(url),
      parts: { acknowledgement },
    });
    const id = await receive(fields);
    await deliver();
    for (const version of [0, 1]) {
      await enquiries.reply(id, { text: `Answer ${version}`, by: 'anna@ours.example', version });
      await deliver();
    }
    await expect.poll(() => mails('ada').length, { timeout: 20_000 }).toBe(3);
    const read = await Promise.all(mails('ada').map((mail) => PostalMime.parse(mail)));
    const last = read.find(({ text }) => text?.startsWith('Answer 1'));
    // As a mail program answers.
    const { messageId: inReplyTo, references, subject, replyTo } = last ?? {};
    const head = {
      from: fields.email,
      to: replyTo?.[0]?.address,
      subject,
      inReplyTo,
      references: `${references} ${inReplyTo}`,
    };
    await createTransport(url).sendMail({ ...head, text: 'Thank you.' });
    await expect.poll(() => mails('office').length, { timeout: 20_000 }).toBe(2);
    const root = `<enquiry.${id}@ours.example>`;
    for (const box of ['ada', 'office']) {
      const { stdout } = imap(box, 'b THREAD REFERENCES UTF-8 ALL');
      const [, threads = ''] = /^\* THREAD (.*)\r$/m.exec(stdout) ?? [stdout];
      expect([box, threads]).toEqual([box, expect.stringMatching(/^\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)$/)]);
      expect(threads.match(/\d+/g)).toHaveLength(mails(box).length);
      const script = `import email, email.policy, sys; m = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default); print((m['References'] or m['Message-ID']).split()[0]); print(m['Subject'])`;
      for (const mail of mails(box)) {
        const [first, title] = spawnSync('python3', ['-c', script], { input: mail, encoding: 'utf8' }).stdout.split(
          '\n',
        );
        const parsed = await PostalMime.parse(mail);
        expect([first, (parsed.references ?? parsed.messageId)?.split(' ')[0]]).toEqual([root, root]);
        expect([title, parsed.subject]).toEqual(Array(2).fill(expect.stringContaining(`[${referenceOf(id)}]`)));
      }
    }
  },
  60_000,
);
