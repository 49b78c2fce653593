import { spawnSync } from 'node:child_process';

/** Whether packages can be installed on this machine: as root, on Debian and its relatives. */
export const canInstall = process.getuid?.() === 0 && runs('apt-get', '--version');

/** Installs packages of Debian's. Says how it goes on standard error, and whether it worked. */
export function install(packages: readonly string[]): boolean {
  const command = `install -y -qq --no-install-recommends ${packages.join(' ')}`;
  // Mostly there is no list of packages yet, or one of last year: then that is fetched first.
  return apt(command, 'quiet') || (apt('update -qq') && apt(command));
}

/** Whether a program is there and starts. */
export function runs(program: string, ...options: string[]): boolean {
  return spawnSync(program, options, { stdio: 'ignore' }).status === 0;
}

// Where no server answers it fails within a minute, and while somebody else installs it waits.
const options = '-o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=120';

function apt(command: string, manner: 'quiet' | 'loud' = 'loud'): boolean {
  // None of them may start as a service of this machine: nginx would take its ports.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const messages = manner === 'quiet' ? 'ignore' : 2;
  return (
    spawnSync(`apt-get ${options} ${command}`, { stdio: ['ignore', messages, messages], shell: true, env }).status === 0
  );
}
