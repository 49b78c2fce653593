// A mail server that takes every mail and writes it down as a line of JSON. It has no certificate, and so offers no encryption.
//   node tooling/carry-out/mail-server.ts <address> <file>
import { appendFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

const [address, file = ''] = process.argv.slice(2);

const server = new SMTPServer({
  hideSTARTTLS: true,
  allowInsecureAuth: true,
  logger: false,
  onAuth: ({ username, password }, _session, done) =>
    password === 'password' ? done(null, { user: username }) : done(new Error('The password is wrong')),
  async onData(stream, _session, done) {
    appendFileSync(file, `${JSON.stringify(await text(stream))}\n`);
    done();
  },
});
server.listen(587, address);
