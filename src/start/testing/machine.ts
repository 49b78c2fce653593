import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/**
 * A machine within this one, by Linux namespaces. It has its own network with all ports free, and a few own files and
 * directories in place of this machine's. It shares processes, users and all other files.
 */
export interface Machine {
  /** Directory of the machine's own files: its /etc/hosts is `<directory>/etc/hosts`. Removed at the end. */
  directory: string;
  /** True if its network has ::1. */
  hasIPv6: boolean;
  /** Command prefix that runs a program in the machine, in `/`. */
  commandPrefix: readonly string[];
  /** Command prefix that only enters its network: with this machine's files and working directory. */
  networkCommandPrefix: readonly string[];
  /** Connects to a port of the machine. The connection ends at once if nothing listens. */
  connect(port: number, ends?: ConnectionAddresses): Socket;
  /** Resolves once a port of the machine is listened on. */
  waitForPort(port: number): Promise<void>;
  stop(): Promise<void>;
}

/** Addresses of a connection's ends in the machine; 127.0.0.1 by default. */
export interface ConnectionAddresses {
  serverAddress?: string | undefined;
  clientAddress?: string | undefined;
}

/** True if machines can be created here: as root, where permitted, with iproute2 installed. */
export const canStartMachines =
  spawnSync('unshare', ['--mount', '--net', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' }).status === 0;

/**
 * @param directory is removed at the end
 * @param places paths in the directory, such as `/etc/hosts`; a folder that this machine lacks is created
 * @param servers Unix sockets that get connections to 127.0.0.1:3000 and the ports after it
 */
export async function startMachine(
  directory: string,
  ownPaths: readonly string[],
  serverSockets: readonly string[] = [],
): Promise<Machine> {
  // Folders of programs that are not installed, such as certbot's, stay behind empty.
  const mounts = ownPaths.map(
    (place) => `{ [ -e ${place} ] || mkdir -p ${place}; } && mount --bind "$0${place}" ${place}`,
  );
  const script = ['ip link set lo up', ...mounts, 'exec "$@"'].join(' && ');
  const ports = join(directory, 'ports.sock');
  const gate = [process.execPath, join(import.meta.dirname, 'machine-gate.ts'), ports, ...serverSockets];
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
    commandPrefix: ['nsenter', '--target', `${holder.pid}`, '--net', '--mount'],
    networkCommandPrefix: ['nsenter', '--target', `${holder.pid}`, '--net'],
    connect(port, { serverAddress = '127.0.0.1', clientAddress } = {}) {
      const socket = connect(ports);
      socket.write(`${JSON.stringify({ port, host: serverAddress, localAddress: clientAddress })}\n`);
      return socket;
    },
    async waitForPort(port) {
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
