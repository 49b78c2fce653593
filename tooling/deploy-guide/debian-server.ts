import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A Debian booted with its own systemd as process 1. */
export interface DebianServer {
  /** Path of its files on this machine, except /run and /tmp. */
  root: string;
  /**
   * Runs a shell script as root. Resolves to its output. Stops at the first command that fails, and rejects with the
   * output.
   */
  runScript(script: string): Promise<string>;
}

const serverIpAddress = '192.0.2.2';
/** Address of this machine in the network of the two. */
export const internetIpAddress = '192.0.2.1';

const execute = promisify(execFile);
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const environment = ['env', '-i', 'HOME=/root', 'LC_ALL=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive', `PATH=${path}`];

/**
 * Boots the Debian in `root` as a container with its own systemd; it ends with this process. Needs its own network,
 * mount and process namespaces.
 * @param serverNames host names of the server on both machines
 * @param internetNames host names of this machine on both
 */
export async function bootDebianServer(
  root: string,
  serverNames: readonly string[],
  internetNames: readonly string[],
): Promise<DebianServer> {
  const hosts = `127.0.0.1 localhost server\n::1 localhost\n${serverIpAddress} ${serverNames.join(' ')}\n`;
  writeFileSync(join(root, 'etc/hosts'), `${hosts}${internetIpAddress} ${internetNames.join(' ')}\n`);
  execFileSync('mount', ['--bind', join(root, 'etc/hosts'), '/etc/hosts']);
  // Unregistered: this machine may lack systemd. The container's systemd needs control groups v2.
  const options = ['--boot', '--network-veth', '--machine=server', '--register=no', '--keep-unit', '--timezone=off'];
  const container = spawn('systemd-nspawn', ['--quiet', ...options, '--console=pipe', `--directory=${root}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
  });
  const init = await pollForResult(async () => systemdBelow(container.pid), 'a systemd');
  const run = async (...command: string[]) => (await execute('nsenter', ['-t', init, '-a', ...command])).stdout;
  const state = () => run('sh', '-c', 'systemctl is-system-running || true');
  await pollForResult(async () => /^(?:running|degraded)/.test(await state()), 'a running system');
  for (const options of [
    'link set lo up',
    `address add ${internetIpAddress}/24 dev ve-server`,
    'link set ve-server up',
  ])
    execFileSync('ip', options.split(' '));
  await run('sh', '-c', `ip address add ${serverIpAddress}/24 dev host0; ip link set host0 up`);
  return {
    root,
    runScript: (script) =>
      run(...environment, 'sh', '-euxc', `exec 2>&1; cd /root\n${script}`).catch(({ code, stdout }) => {
        throw new Error(`${script}\nended with ${code}:\n${stdout}`);
      }),
  };
}

/** Returns the only child of a container, once it runs systemd. */
function systemdBelow(container: number | undefined): string | undefined {
  const child = readFileSync(`/proc/${container}/task/${container}/children`, 'utf8').trim();
  return readFileSync(`/proc/${child}/comm`, 'utf8') === 'systemd\n' ? child : undefined;
}

/** Polls for a minute until `attempt` resolves to a result. A rejection counts as no result. */
export async function pollForResult<Value>(
  attempt: () => Promise<Value>,
  description: string,
): Promise<NonNullable<Value>> {
  let cause: unknown;
  for (const end = performance.now() + 60_000; performance.now() < end; await setTimeout(200)) {
    const result = await attempt().catch((error) => void (cause = error));
    if (result) return result;
  }
  throw new Error(`Timed out after a minute waiting for ${description}`, { cause });
}
