import { existsSync, statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { markerOf } from '../enquiries/storage/sqlite-database.ts';
import { createLog } from '../process/log.ts';
import { openCore, type Core } from '../start/open-core.ts';
import type { Config, DatabasePlace } from '../start/config.ts';
import { explain, isDiskFull } from '../start/explain.ts';

export interface Terminal {
  /** What was asked for: standard output. */
  write(text: string): void;
  /** What went wrong, and what one should know beside the result: standard error. */
  complain(text: string): void;
  /** A person is watching standard error: long work shows there how far it is. */
  isWatched: boolean;
  /** Standard output goes to the same screen. */
  writesToScreen: boolean;
}

export interface Site extends Pick<Core, 'enquiries' | 'contactSettings' | 'people' | 'webhook'> {
  config: Config;
}

/** Where the command is called, and what stands around it. */
export interface Surroundings extends Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** The names that `.env` sets, as `readConfig` takes them. */
  namesInFile: readonly string[];
  /** What the server would serve. */
  buildDirectory: string;
}

export interface CommandContext extends Surroundings {
  /**
   * Reads the configuration and opens the database, which is closed when the command ends. Rejects with what
   * `explainFault` explains.
   */
  open(): Promise<Site>;
}

/** 0: done. 1: it could not be done. 2: the command line was wrong, or a consent was missing. */
export type ExitCode = 0 | 1 | 2;

/** Ends a command, which does no more. The reasons are for standard error, a line each. */
export class CommandFailure extends Error {
  readonly reasons: readonly string[];
  readonly exitCode: ExitCode;

  constructor(reasons: readonly string[], exitCode: ExitCode = 1) {
    super(reasons.join(' '));
    this.reasons = reasons;
    this.exitCode = exitCode;
  }
}

/** A fault that the operator can mend, or has to know of, in words; null for one of the software. */
export function explainFault(fault: unknown): readonly string[] | null {
  if (fault instanceof CommandFailure) return fault.reasons;
  if (fault instanceof Error && isFromDatabase(fault) && !isDiskFull(fault))
    return [`The database refused: ${fault.message}.`];
  return explain(fault);
}

function isFromDatabase(fault: Error & { code?: unknown }): boolean {
  return fault.code === 'ERR_SQLITE_ERROR' || ('severity' in fault && /^[0-9A-Z]{5}$/.test(String(fault.code)));
}

/** Opens the core, without a log. It is closed with `opened`. */
export async function openSite(
  config: Config,
  opened: AsyncDisposableStack,
  onBackup?: (path: string) => void,
): Promise<Site> {
  const core = await openCore(config, createLog('silent'), { ...(onBackup && { onBackup }) });
  opened.defer(core.close);
  return core;
}

/** Says on standard error where a backup was made before the database was brought to a newer schema. */
export function tellBackup({ complain }: Pick<Terminal, 'complain'>): (path: string) => void {
  return (path) => complain(line(`A backup was made before the migration: ${path}`));
}

/** Only the server makes a database: throws a CommandFailure where a file of SQLite has never been. */
export function expectDatabase(place: DatabasePlace): void {
  // Of one that has been there and is gone, opening it will tell.
  if (place.kind !== 'sqlite' || exists(place.path) || existsSync(markerOf(place.path))) return;
  throw new CommandFailure([`There is no database ${place.path} yet. Start the server once, or set DATABASE_URL.`]);
}

/** Where nobody can tell, as in a directory of somebody else, opening it will say why. */
function exists(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** Reads the value of an option that takes a whole number from 1 to `most`. */
export function numberUpTo(most: number): (text: string) => number {
  return (text) => {
    if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It takes a number from 1 to ${most}.`);
  };
}

/** A line that ends. */
export function line(text = ''): string {
  return `${text}\n`;
}

export function jsonText(value: unknown): string {
  return line(JSON.stringify(value, null, 2));
}

// What is done sooner needs no words.
const patience = 300;
const pause = 100;

/**
 * Says on standard error, on one line that it writes over, how far long work is; if a person is watching. `show` costs
 * nothing when called often. After `end`, nothing of it stays on the screen.
 */
export function progressOn(terminal: Terminal): { show(text: string): void; end(): void } {
  let next = Date.now() + patience;
  let shown = false;
  return {
    show(text) {
      if (!terminal.isWatched || Date.now() < next) return;
      next = Date.now() + pause;
      shown = true;
      terminal.complain(`\r\u001B[K${text}`);
    },
    end() {
      if (shown) terminal.complain('\r\u001B[K');
    },
  };
}
