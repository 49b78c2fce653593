import { execFileSync, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { internetIpAddress, pollForResult } from './debian-server.ts';

/** The internet services of a server, in this process: a certificate authority, Node downloads, and a mail server. */
export interface SimulatedInternet {
  /** Certificates to trust, as this process does: the authority's, and that of the hosts here. */
  trustedCertificates: string[];
  /** All mails received so far. */
  receivedMails: string[];
}

const hosts = ['acme-v02.api.letsencrypt.org', 'acme-staging-v02.api.letsencrypt.org', 'nodejs.org'];

/** Returns the host names under which the server finds it, for the operator's own domain. */
export const listInternetHosts = (domain: string): string[] => [...hosts, `mail.${domain}`];

/** Starts the services, with their files in `folder`. */
export async function startSimulatedInternet(folder: string): Promise<SimulatedInternet> {
  const [key, certificate] = [join(folder, 'internet.key'), join(folder, 'internet.crt')];
  const names = [...hosts, 'localhost'].map((host) => `DNS:${host}`).join(',');
  const options = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=internet'.split(' ');
  execFileSync('openssl', [...options, '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const credentials = { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8') };
  setDefaultCACertificates([credentials.cert]);
  startPebble(folder, key, certificate);
  const authority = await pollForResult(
    async () => (await fetch('https://localhost:15000/roots/0')).text(),
    'an authority',
  );
  const trustedCertificates = [credentials.cert, authority];
  setDefaultCACertificates(trustedCertificates);

  packNodeDownload(join(folder, 'nodejs.org/dist'));
  createServer(credentials, (incoming, response) => {
    const { url = '', method, headers } = incoming;
    if (headers.host === 'nodejs.org') return void response.end(readFileSync(join(folder, 'nodejs.org', url)));
    // Let's Encrypt has its directory at another path.
    const path = url.replace(/^\/directory$/, '/dir');
    const asked = request({ host: 'localhost', port: 14000, path, method, headers }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
    });
    incoming.pipe(asked);
  }).listen(443, internetIpAddress);

  const receivedMails: string[] = [];
  // No encryption is offered.
  new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'password' ? done(null, { user: username }) : done(new Error('The password is wrong')),
    async onData(stream, _session, done) {
      receivedMails.push(await text(stream));
      done();
    },
  }).listen(587, internetIpAddress);
  return { trustedCertificates, receivedMails };
}

/** Starts Pebble, Let's Encrypt's test authority. Its own certificate changes at each start. */
function startPebble(folder: string, privateKey: string, certificate: string): void {
  const addresses = { listenAddress: '127.0.0.1:14000', managementListenAddress: '127.0.0.1:15000' };
  const pebble = { ...addresses, certificate, privateKey, httpPort: 80, tlsPort: 443 };
  writeFileSync(join(folder, 'pebble.json'), JSON.stringify({ pebble }));
  // Disables its random delays and random rejections of valid requests.
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' };
  spawn('pebble', ['-config', join(folder, 'pebble.json')], { stdio: ['ignore', 'ignore', 'inherit'], env });
}

/** Packs this machine's Node as nodejs.org does: other versions are not available. */
function packNodeDownload(dist: string): void {
  const name = `node-${process.version}-linux-${process.arch}`;
  const folder = join(dist, process.version);
  mkdirSync(join(folder, name, 'bin'), { recursive: true });
  cpSync(process.execPath, join(folder, name, 'bin/node'), { dereference: true });
  execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: folder });
  const checksum = hash('sha256', readFileSync(join(folder, `${name}.tar.gz`)));
  writeFileSync(join(folder, 'SHASUMS256.txt'), `${checksum}  ${name}.tar.gz\n`);
}
