import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/**
 * A machine within this one, by Linux's namespaces: a network of its own, of which all ports are free, and a few files and
 * directories of its own in the places of this machine's. Processes, users and all other files are this machine's.
 */
export interface Machine {
  /** Holds what lies in the machine's own places: its /etc/hosts is `<directory>/etc/hosts`. Removed at the end. */
  directory: string;
  /** True if its network has ::1. */
  hasIPv6: boolean;
  /** A command that runs another one there, in `/`. */
  within: readonly string[];
  /** The same in its network alone: all files are this machine's, and the working directory stays. */
  withinNetwork: readonly string[];
  /** A connection to a port of it. Ends at once where nothing listens. */
  connect(port: number, ends?: Ends): Socket;
  /** Resolves once something listens at a port of it. */
  listensAt(port: number): Promise<void>;
  stop(): Promise<void>;
}

/** Addresses of the machine at both ends of a connection: 127.0.0.1 if nothing else is said. */
export interface Ends {
  to?: string | undefined;
  from?: string | undefined;
}

/** True if machines can be created here: as root, where permitted, with iproute2 installed. */
export const canStartMachines =
  spawnSync('unshare', ['--mount', '--net', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' }).status === 0;

/**
 * @param directory is removed at the end
 * @param places what the directory holds, as `/etc/hosts`; a folder that this machine has not is made
 * @param servers Unix sockets to which connections to 127.0.0.1:3000 and the ports behind it are handed on
 */
export async function startMachine(
  directory: string,
  places: readonly string[],
  servers: readonly string[] = [],
): Promise<Machine> {
  // A place of a program that is not installed here, as certbot's, stays as an empty folder.
  const mounts = places.map(
    (place) => `{ [ -e ${place} ] || mkdir -p ${place}; } && mount --bind "$0${place}" ${place}`,
  );
  const script = ['ip link set lo up', ...mounts, 'exec "$@"'].join(' && ');
  const ports = join(directory, 'ports.sock');
  const gate = [process.execPath, join(import.meta.dirname, 'machine-gate.ts'), ports, ...servers];
  const holder = spawn('unshare', ['--mount', '--net', 'sh', '-c', script, directory, ...gate], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'close');
  await Promise.race([
    once(holder.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('The machine did not start'))),
  ]);
  const network = (name: string): string => readFileSync(`/proc/${holder.pid}/net/${name}`, 'utf8');
  const hasIPv6 = /^0{31}1 /m.test(network('if_inet6'));
  return {
    directory,
    hasIPv6,
    within: ['nsenter', '--target', `${holder.pid}`, '--net', '--mount'],
    withinNetwork: ['nsenter', '--target', `${holder.pid}`, '--net'],
    connect(port, { to = '127.0.0.1', from } = {}) {
      const socket = connect(ports);
      socket.write(`${JSON.stringify({ port, host: to, localAddress: from })}\n`);
      return socket;
    },
    async listensAt(port) {
      const listening = new RegExp(`:${port.toString(16).toUpperCase().padStart(4, '0')} [0:]+ 0A `);
      while (!listening.test(network('tcp') + (hasIPv6 ? network('tcp6') : ''))) await setTimeout(20);
    },
    async stop() {
      holder.stdin.end();
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
