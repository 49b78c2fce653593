import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Argument } from 'commander';
import {
  findTakenBack,
  getServerPath,
  getVersionFolder,
  installUnpackedVersion,
  listInstalledVersions,
  markTakenBack,
  readCurrentInstalledVersion,
  removeOldVersions,
  setCurrentVersion,
} from '../process/installed-versions.ts';
import type { Config } from '../start/config.ts';
import { CommandFailure, type OperatorCommand } from './command.ts';
import { formatLocalTime } from './format-text.ts';
import { runProgram } from './run-program.ts';

/** Commands `version list` and `version use`. */
export const installedVersionCommands: readonly OperatorCommand[] = [
  {
    name: 'list',
    summary: 'Lists the versions on this server, and whether each can run',
    json: `a JSON array: "version", whether it is the "current" one, "problem": why it cannot run, or null, and "takenBack":
when ("at") and why ("reason") it was taken back, or null`,
    examples: ['version list'],
    async run({ writeResult }) {
      const current = readCurrentInstalledVersion();
      const versions = await Promise.all(
        listInstalledVersions().map(async (version) => {
          const isCurrent = version === current;
          const takenBack = isCurrent ? null : findTakenBack(version);
          return { version, current: isCurrent, problem: await findVersionProblem(version), takenBack };
        }),
      );
      const lines = versions.map(({ version, current: isCurrent, problem, takenBack }) =>
        [
          version,
          ...(isCurrent ? ['current'] : []),
          ...(takenBack === null ? [] : [describeTakenBack(takenBack)]),
          ...(problem === null ? [] : [`cannot run: ${problem}`]),
        ].join('  '),
      );
      writeResult(versions, lines);
    },
  },
  {
    name: 'use',
    summary: 'Changes to a version on this server: the way back',
    arguments: [new Argument('<version>', 'as "version list" names it')],
    json: 'a JSON object: the "version" that runs',
    description: `First it checks that the version can run with the present settings, database and published content, and
makes a backup. No request is lost. If the version does not work, the one before runs again, and the exit code is 3.`,
    examples: ['version use 0.2.0'],
    async run({ loadConfig, writeLines, writeResult }, version = '') {
      await switchVersion(version, { loadConfig, say: writeLines });
      writeResult({ version: readCurrentInstalledVersion() }, []);
    },
  },
];

/** Parts of the caller that `switchVersion` needs. */
export interface SwitchOptions {
  /** Returns the present configuration. Throws a ConfigError. */
  loadConfig: () => Pick<Config, 'backupSource' | 'officePort'>;
  /** Writes a line for the operator. */
  say: (line: string) => void;
}

/** Describes that a version was taken back, for the operator. */
export function describeTakenBack({ at, reason }: NonNullable<ReturnType<typeof findTakenBack>>): string {
  return `taken back at ${formatLocalTime(at)}, because ${reason}`;
}

/**
 * Starts a version in place of the one that runs. Rejects with a CommandFailure if that fails; its code is 3 if it was
 * taken back: another one runs, the one before if that was not taken back itself.
 * A server without settings, or without a running systemd, starts nothing.
 * @param name of an installed version, or the version that dpkg has unpacked
 */
export async function switchVersion(name: string, { loadConfig, say }: SwitchOptions): Promise<void> {
  const version = installUnpackedVersion(name);
  if (version === null) throw new CommandFailure(`${name} is not on this server. See: npm run admin -- version list`);
  const required = ['etc/website/website.env', 'run/systemd/system'];
  if (!required.every((path) => existsSync(getServerPath(path)))) {
    setCurrentVersion(version);
    return say(`${version} is installed, and nothing is started yet. Next: npm run admin -- setup`);
  }
  const problem = await findVersionProblem(version);
  if (problem !== null) throw new CommandFailure([problem, `${version} cannot run. Nothing was changed.`]);
  const before = readCurrentInstalledVersion();
  const config = loadConfig();
  const isRunning = await succeeds('systemctl', 'is-active', '--quiet', 'website.service');
  const needsBackup = before !== null && isRunning && config.backupSource === 'own';
  const backupProblem = needsBackup ? await tryScript(before, 'admin.js', 'backup', 'make') : null;
  if (backupProblem !== null) throw new CommandFailure([backupProblem, 'Nothing was changed.']);
  const fallback = findFallback(version, before);
  // Before its start: after a kill, the next call knows that this version never worked.
  markTakenBack(version, 'its start was interrupted');
  const failure = await startVersion(version, config, say);
  if (failure === null || fallback === undefined) markTakenBack(version, null);
  if (failure === null) {
    removeOldVersions();
    return say(`${version} runs${before === null || before === version ? '' : `, in place of ${before}`}.`);
  }
  const log = await runProgram('journalctl', '--unit=website', '--lines=10', '--output=cat', '--no-pager');
  const reasons = [`${version} does not work: ${failure}. The end of its log:`, log];
  if (fallback === undefined) throw new CommandFailure(reasons);
  const isBack = (await startVersion(fallback, config, say)) === null;
  markTakenBack(version, failure);
  if (!isBack) throw new CommandFailure([...reasons, `${fallback} does not answer either.`]);
  removeOldVersions(version);
  throw new CommandFailure([...reasons, `${version} was taken back: ${fallback} runs again.`], 3);
}

/** Returns the version to go back to. One that was taken back, or whose start was interrupted, is none. */
function findFallback(version: string, before: string | null): string | undefined {
  // A version that worked before fails for another reason than its own.
  if (before === version && findTakenBack(version) === null) return undefined;
  const names = before === null ? [] : [before, ...listInstalledVersions()];
  return names.find((name) => name !== version && findTakenBack(name) === null);
}

/** Resolves to why a version cannot run with the present settings, database and published content; null if it can. */
async function findVersionProblem(version: string): Promise<string | null> {
  return tryScript(version, 'server.js', '--check');
}

/** Runs a script of a version as the user of the server. Resolves to its errors if it fails, else to null. */
async function tryScript(version: string, script: string, ...options: string[]): Promise<string | null> {
  const folder = getVersionFolder(version);
  // Visitors first.
  const command = ['nice', '-n', '10', join(folder, 'bin/node'), join(folder, script), ...options];
  return runProgram('runuser', '-u', 'website', '--', ...command).then(
    () => null,
    (error: Error) => error.message,
  );
}

/**
 * Restarts the service with a version. Requests wait in the socket meanwhile. Resolves to null once it takes enquiries,
 * else to the reason.
 */
async function startVersion(
  version: string,
  { officePort }: Pick<Config, 'officePort'>,
  say: SwitchOptions['say'],
): Promise<string | null> {
  setCurrentVersion(version);
  await runProgram('systemctl', 'daemon-reload');
  // At the first start alone: afterwards the timer is as the operator leaves it.
  const isFirst = !(await succeeds('systemctl', 'is-enabled', '--quiet', 'website.service'));
  // With another port, or none, the server listens by itself.
  const sockets = ['website.socket', ...(officePort === 3001 ? ['website-inbox.socket'] : [])];
  if (!(await succeeds('systemctl', 'enable', '--quiet', '--now', ...sockets))) {
    const listeners = await runProgram('ss', '-ltnpH', 'sport = :3000 or sport = :3001');
    return `its sockets cannot listen; these are in use: ${listeners.replaceAll(/\s+/g, ' ')}`;
  }
  if (isFirst) await runProgram('systemctl', 'enable', '--quiet', '--now', 'website-backup.timer');
  await runProgram('systemctl', 'enable', '--quiet', 'website.service');
  await runProgram('systemctl', 'restart', 'website.service');
  return findStartFailure(version, say);
}

const migrationTimeout = 3_600_000;
const startTimeout = 20_000;

/**
 * Resolves to null once the server answers that it is this version and takes enquiries; else to the reason. A migration
 * is waited for as long as the process lives, an hour at most.
 */
async function findStartFailure(name: string, say: (line: string) => void): Promise<string | null> {
  const { version } = JSON.parse(readFileSync(join(getVersionFolder(name), 'package.json'), 'utf8')) as {
    version: string;
  };
  const listening = await runProgram('systemctl', 'show', '--property=Listen', '--value', 'website.socket');
  const [address] = listening.split(' ');
  const readProcessId = () => runProgram('systemctl', 'show', '--property=MainPID', '--value', 'website.service');
  const processId = await readProcessId();
  let deadline = Date.now() + migrationTimeout;
  let sayAt = Date.now() + startTimeout;
  for (;;) {
    const answer = await requestReadiness(`http://${address}/readyz`);
    if (answer.version === version && answer.status !== 'unavailable') return null;
    if (processId === '0' || (await readProcessId()) !== processId) return 'its process has ended';
    // A server that answers has no migration left to do.
    if (answer.version === version) deadline = Math.min(deadline, Date.now() + startTimeout);
    if (Date.now() > deadline) return `it takes no enquiries: ${JSON.stringify(answer)}`;
    if (Date.now() > sayAt) {
      sayAt = Date.now() + startTimeout;
      say(`${name} is still starting. Its log: journalctl -u website`);
    }
    await setTimeout(200);
  }
}

async function requestReadiness(url: string): Promise<{ version?: string; status?: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
    return (await response.json()) as { version?: string; status?: string };
  } catch {
    return {};
  }
}

async function succeeds(program: string, ...programArguments: string[]): Promise<boolean> {
  return runProgram(program, ...programArguments).then(
    () => true,
    () => false,
  );
}
