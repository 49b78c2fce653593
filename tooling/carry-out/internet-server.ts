import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

// What answers at the hosts of internet.ts, beside Pebble, which is the authority for certificates at port 14000.
//   node tooling/carry-out/internet-server.ts <directory> <address>
const [directory = '', address] = process.argv.slice(2);
const tls = { cert: readFileSync(join(directory, 'front.crt')), key: readFileSync(join(directory, 'front.key')) };
const pebble = { host: '127.0.0.1', rejectUnauthorized: false };

createServer(tls, (incoming, response) => {
  const { url = '', method, headers } = incoming;
  if (headers.host === 'nodejs.org') return void response.end(readFileSync(join(directory, 'nodejs.org', url)));
  // Let's Encrypt has its directory at another path.
  const path = url.replace(/^\/directory$/, '/dir');
  const asked = request({ ...pebble, port: 14000, path, method, headers }, (answer) => {
    answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
  });
  incoming.pipe(asked);
}).listen(443, address);

// Takes every mail and writes it down as a line of JSON. It offers no encryption.
new SMTPServer({
  hideSTARTTLS: true,
  allowInsecureAuth: true,
  logger: false,
  onAuth: ({ username, password }, _session, done) =>
    password === 'password' ? done(null, { user: username }) : done(new Error('The password is wrong')),
  async onData(stream, _session, done) {
    appendFileSync(join(directory, 'mails'), `${JSON.stringify(await text(stream))}\n`);
    done();
  },
}).listen(587, address);

// Last, since with it all is there: the root of Pebble's certificates, which is another one at each of its starts.
request({ ...pebble, port: 15000, path: '/roots/0' }, async (answer) => {
  writeFileSync(join(directory, 'authority.crt'), await text(answer));
}).end();
