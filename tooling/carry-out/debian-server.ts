import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A Debian that has booted with its own systemd as process 1. */
export interface DebianServer {
  /** Its files, as this machine sees them, but for /run and /tmp. */
  root: string;
  /**
   * Runs a script of the shell as root there, and gives all that it says. Rejects with that where a command fails, which is the
   * last one then.
   */
  run(script: string): Promise<string>;
}

const serverAddress = '192.0.2.2';
/** That of this machine in the network of the two. */
export const internetAddress = '192.0.2.1';

const execute = promisify(execFile);
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const environment = ['env', '-i', 'HOME=/root', 'LC_ALL=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive', `PATH=${path}`];

/**
 * Ends with this process, which needs namespaces of its own for its network, its mounts and its processes.
 * @param names by which both machines find the server
 * @param internetNames by which both find this one
 */
export async function startDebianServer(
  root: string,
  names: readonly string[],
  internetNames: readonly string[],
): Promise<DebianServer> {
  const hosts = `127.0.0.1 localhost server\n::1 localhost\n${serverAddress} ${names.join(' ')}\n`;
  writeFileSync(join(root, 'etc/hosts'), `${hosts}${internetAddress} ${internetNames.join(' ')}\n`);
  execFileSync('mount', ['--bind', join(root, 'etc/hosts'), '/etc/hosts']);
  // It is on no list of systemd's, since this machine may have none. Its own wants the control groups of the second version.
  const options = ['--boot', '--network-veth', '--machine=server', '--register=no', '--keep-unit', '--timezone=off'];
  const container = spawn('systemd-nspawn', ['--quiet', ...options, '--console=pipe', `--directory=${root}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
  });
  const init = await waitForResult(async () => systemdBelow(container.pid), 'a systemd');
  const run = async (...command: string[]) => (await execute('nsenter', ['-t', init, '-a', ...command])).stdout;
  const state = () => run('sh', '-c', 'systemctl is-system-running || true');
  await waitForResult(async () => /^(?:running|degraded)/.test(await state()), 'a running system');
  for (const options of ['link set lo up', `address add ${internetAddress}/24 dev ve-server`, 'link set ve-server up'])
    execFileSync('ip', options.split(' '));
  await run('sh', '-c', `ip address add ${serverAddress}/24 dev host0; ip link set host0 up`);
  return {
    root,
    run: (script) =>
      run(...environment, 'sh', '-euxc', `exec 2>&1; cd /root\n${script}`).catch(({ code, stdout }) => {
        throw new Error(`${script}\nended with ${code}:\n${stdout}`);
      }),
  };
}

/** The only child of a container, once it has become systemd. */
function systemdBelow(container: number | undefined): string | undefined {
  const child = readFileSync(`/proc/${container}/task/${container}/children`, 'utf8').trim();
  return readFileSync(`/proc/${child}/comm`, 'utf8') === 'systemd\n' ? child : undefined;
}

/** Asks again and again until it gets something, for a minute. Where asking fails, there is nothing yet. */
export async function waitForResult<Answer>(ask: () => Promise<Answer>, what: string): Promise<NonNullable<Answer>> {
  let cause: unknown;
  for (const end = performance.now() + 60_000; performance.now() < end; await setTimeout(200)) {
    const answer = await ask().catch((fault) => void (cause = fault));
    if (answer) return answer;
  }
  throw new Error(`There is still not ${what}`, { cause });
}
