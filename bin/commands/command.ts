import type { Composition } from '../../server/compose.ts';
import type { Config } from '../../server/config.ts';

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

export interface Site extends Pick<Composition, 'enquiries' | 'contactSettings'> {
  config: Config;
}

export interface CommandContext extends Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /**
   * Reads the configuration and opens the database, which is closed when the command ends. Rejects with what
   * `explainFault` explains.
   */
  open(): Promise<Site>;
}

/** 0: done. 1: it could not be done. 2: the command line was wrong, or a consent was missing. */
export type ExitCode = 0 | 1 | 2;

export interface Command {
  /** The words that call it, with its arguments: `enquiries show <id>`. */
  usage: string;
  /** One line for the overview. */
  summary: string;
  /** What one should know before using it, with examples. */
  help: string;
  run(args: string[], context: CommandContext): Promise<ExitCode>;
}

/** Commands by their names: by two words, or by one where a command stands alone. */
export type CommandTable = Readonly<Record<string, Command | CommandGroup>>;

export type CommandGroup = Readonly<Record<string, Command>>;

/** The command line is wrong; the message says how. */
export class UsageError extends Error {}

/** What was asked for cannot be done; the message says why. */
export class CommandFailure extends Error {}

/** A line that ends. */
export function line(text = ''): string {
  return `${text}\n`;
}

export function jsonText(value: unknown): string {
  return line(JSON.stringify(value, null, 2));
}
