import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../enquiries/testing/free-port.ts';

export interface Proxy {
  httpPort: number;
  httpsPort: number;
  /** The certificate for www.example.com and example.com, signed by itself. */
  certificate: string;
  stop(): Promise<void>;
}

export interface ProxyKind {
  name: string;
  /** Whether this machine has it. */
  installed: boolean;
  /** Runs it with its file in deploy/, in which nothing but ports, paths and the server behind it are replaced. */
  start(serverUrl: string): Promise<Proxy>;
}

interface Place {
  directory: string;
  serverUrl: string;
  httpPort: number;
  httpsPort: number;
}

export const nginx: ProxyKind = {
  name: 'nginx',
  installed: spawnSync('nginx', ['-v']).status === 0,
  start: (serverUrl) => start(serverUrl, prepareNginx),
};

export const caddy: ProxyKind = {
  name: 'Caddy',
  installed: spawnSync('caddy', ['version']).status === 0,
  start: (serverUrl) => start(serverUrl, prepareCaddy),
};

function prepareNginx({ directory, serverUrl, httpPort, httpsPort }: Place): string[] {
  const site = replaceAll(shipped('nginx.conf'), [
    [/ +listen \[::\]:.*\n/g, ''],
    [/listen 443 /g, `listen 127.0.0.1:${httpsPort} `],
    [/listen 80( default_server)?;/g, `listen 127.0.0.1:${httpPort}$1;`],
    [/127\.0\.0\.1:3000/g, new URL(serverUrl).host],
    [/\/etc\/ssl\/website/g, directory],
    [/\/var\/cache\/nginx/g, directory],
    [/\/var\/log\/nginx/g, directory],
    [/\/var\/www\/acme/g, join(directory, 'acme')],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = join(directory, 'main.conf');
  writeFileSync(join(directory, 'site.conf'), site);
  // What stands around the site's file in Debian's own nginx.conf, so far as it touches it.
  writeFileSync(
    main,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
     daemon off; worker_processes 1; pid ${directory}/pid; error_log stderr crit;
     events { worker_connections 512; }
     http {
       sendfile on; tcp_nopush on; gzip on; default_type application/octet-stream;
       ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3; ssl_prefer_server_ciphers on;
       ${temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join(' ')}
       access_log ${directory}/access.log;
       include ${directory}/site.conf;
     }`,
  );
  const command = ['nginx', '-p', directory, '-e', 'stderr', '-c', main];
  check([...command, '-t']);
  return command;
}

function prepareCaddy({ directory, serverUrl, httpPort, httpsPort }: Place): string[] {
  const tls = `tls ${directory}/certificate.pem ${directory}/key.pem`;
  const site = replaceAll(shipped('Caddyfile'), [
    [/^\{\n/m, `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n`],
    [/^((?:www\.)?example\.com) \{\n/gm, `$1 {\n\t${tls}\n`],
    [/127\.0\.0\.1:3000/g, new URL(serverUrl).host],
  ]);
  const file = join(directory, 'Caddyfile');
  writeFileSync(file, site);
  const from = ['--config', file, '--adapter', 'caddyfile'];
  check(['caddy', 'validate', ...from]);
  return ['caddy', 'run', ...from];
}

async function start(serverUrl: string, prepare: (place: Place) => string[]): Promise<Proxy> {
  const directory = mkdtempSync(join(tmpdir(), 'proxy-'));
  mkdirSync(join(directory, 'acme'));
  const certificate = makeCertificate(directory);
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const [command = '', ...options] = prepare({ directory, serverUrl, httpPort, httpsPort });
  const env = { PATH: process.env['PATH'], HOME: directory };
  const child = spawn(command, options, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (part) => (complaint += String(part)));
  const ended = once(child, 'close');
  await Promise.race([
    answers(httpsPort),
    ended.then(() => Promise.reject(new Error(`${command} ended: ${complaint}`))),
  ]);
  return {
    httpPort,
    httpsPort,
    certificate,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function makeCertificate(directory: string): string {
  const file = join(directory, 'certificate.pem');
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=www.example.com';
  const names = ['-addext', 'subjectAltName=DNS:www.example.com,DNS:example.com'];
  const places = ['-keyout', join(directory, 'key.pem'), '-out', file];
  execFileSync('openssl', [...request.split(' '), ...names, ...places], { stdio: 'ignore' });
  return readFileSync(file, 'utf8');
}

async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (connected) return;
    await setTimeout(20);
  }
}

function check([command = '', ...options]: string[]): void {
  const { status, stderr } = spawnSync(command, options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} refuses the configuration: ${stderr}`);
}

function shipped(name: string): string {
  return readFileSync(join(import.meta.dirname, '..', '..', 'deploy', name), 'utf8');
}

/** Each pattern has to be found: else the file has changed, and the test would not use what it says. */
function replaceAll(text: string, replacements: readonly (readonly [RegExp, string])[]): string {
  return replacements.reduce((changed, [pattern, replacement]) => {
    if (changed.search(pattern) === -1) throw new Error(`The configuration has nothing like ${pattern}`);
    return changed.replace(pattern, replacement);
  }, text);
}
