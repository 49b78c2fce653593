import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { text } from 'node:stream/consumers';

/** A Debian that has booted with its own systemd as process 1, in namespaces of this machine. */
export interface DebianServer {
  /** Its files, as this machine sees them, but for /run and /tmp. */
  root: string;
  /** Runs a script of the shell as root there, which stops at the first command that fails. */
  run(script: string): Promise<Ran>;
  /** The same on a machine beside it, in the server's network, with this machine's files but /etc/hosts: a visitor, or another's server. */
  outside: readonly string[];
  stop(): Promise<void>;
}

export interface Ran {
  status: number;
  output: string;
}

/** The addresses of the server, and of the only other machine in its network. */
export const serverAddress = '192.0.2.2';
export const internetAddress = '192.0.2.1';

const beside = 'ip link set lo up; mount --bind "$0/etc/hosts" /etc/hosts; echo; exec sleep infinity';

// A control group of its own, which systemd then takes for the whole tree.
const outer = `
mkdir "$GROUP"; echo $$ > "$GROUP/cgroup.procs"
ip link set lo up
exec unshare --mount --pid --fork --net --uts --ipc --cgroup --kill-child sh -euc "$INNER"`;

const inner = `
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"; cd "$ROOT"
mount -t proc proc proc
# What it says of the kernel is this machine's: no setting of it may be changed from there.
mount --bind proc/sys proc/sys; mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sys sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 run run
mount -t tmpfs -o mode=755 dev dev
for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
mkdir dev/pts dev/shm; mount -t devpts -o newinstance,ptmxmode=666 pts dev/pts; mount -t tmpfs shm dev/shm
ln -s pts/ptmx dev/ptmx; ln -s /proc/self/fd dev/fd
for name in 0:stdin 1:stdout 2:stderr; do ln -s "fd/\${name%:*}" "dev/\${name#*:}"; done
nsenter --target "$OUTSIDE" --net ip link add internet type veth peer name eth0 netns $$
nsenter --target "$OUTSIDE" --net sh -c 'ip address add ${internetAddress}/24 dev internet; ip link set internet up'
ip link set lo up; ip address add ${serverAddress}/24 dev eth0; ip link set eth0 up
hostname server
mkdir run/host; pivot_root . run/host; umount -l run/host
exec env -i container=namespaces PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --log-target=journal --show-status=no`;

// Whoever holds a namespace ends with this process, however that ends, and systemd with its holder.
const mortal = ['--pdeathsig', 'KILL'];

/**
 * @param root as makeDebianRoot makes it. Goes with the server
 * @param hosts names, and the addresses at which both machines of the network find them
 */
export async function startDebianServer(
  root: string,
  hosts: Readonly<Record<string, string[]>>,
): Promise<DebianServer> {
  const addresses = Object.entries(hosts).map(([address, names]) => `${address} ${names.join(' ')}\n`);
  writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost server\n::1 localhost\n${addresses.join('')}`);
  const began = performance.now();
  const outsideHolder = spawn('setpriv', [...mortal, 'unshare', '--net', '--mount', 'sh', '-euc', beside, root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(outsideHolder.stdout, 'data');
  const outside = `${outsideHolder.pid}`;
  const group = `${unifiedGroups()}/debian-${outside}`;
  const env = { ...process.env, ROOT: root, GROUP: group, INNER: inner, OUTSIDE: outside };
  const holder = spawn('setpriv', [...mortal, 'sh', '-euc', outer], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(holder, 'close');

  const within = async (...command: string[]): Promise<Ran> => {
    const init = systemdOf(holder.pid);
    return init === undefined
      ? { status: -1, output: 'not started' }
      : collect('nsenter', ['-t', init, '-a', ...command]);
  };
  const stop = async (): Promise<void> => {
    holder.kill('SIGKILL');
    outsideHolder.kill('SIGKILL');
    await ended;
    await removeGroups(group);
    rmSync(root, { recursive: true, force: true });
  };

  for (let state = ''; !/^(?:running|degraded)/.test(state); await setTimeout(200)) {
    if (holder.exitCode !== null || performance.now() - began > 60_000)
      throw new Error(`The server did not start: ${state}`);
    state = (await within('systemctl', 'is-system-running')).output;
  }
  const environment = ['env', '-i', 'HOME=/root', 'LC_ALL=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive', `PATH=${path}`];
  return {
    root,
    run: (script) => within(...environment, 'sh', '-euxc', `cd /root\n${script}`),
    outside: ['nsenter', '-t', outside, '--net', '--mount'],
    stop,
  };
}

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Runs a command of this machine to its end. Its output has what it says on standard error as well. */
export async function collect(program: string, options: readonly string[]): Promise<Ran> {
  const child = spawn('sh', ['-c', 'exec "$0" "$@" 2>&1', program, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { status: Number(status ?? -1), output };
}

/** Where this machine has its control groups of the second version: alone, or beside those of the first. */
function unifiedGroups(): string {
  return /cgroup2 (\S+)/.exec(readFileSync('/proc/mounts', 'utf8'))?.[1] ?? '/sys/fs/cgroup';
}

/** The holder's only child, once it has become systemd. */
function systemdOf(holder: number | undefined): string | undefined {
  const child = readFileSync(`/proc/${holder}/task/${holder}/children`, 'utf8').trim();
  const isSystemd = child !== '' && readFileSync(`/proc/${child}/comm`, 'utf8') === 'systemd\n';
  return isSystemd ? child : undefined;
}

/** Once the last process in them has gone. */
async function removeGroups(group: string): Promise<void> {
  for (const folder of globSync(join(group, '**/')).sort((a, b) => b.length - a.length)) {
    for (let tries = 0; ; tries += 1) {
      try {
        rmdirSync(folder);
        break;
      } catch (fault) {
        if (tries === 50) throw fault;
        await setTimeout(20);
      }
    }
  }
}
