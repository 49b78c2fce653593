import type { Composition } from '../../server/compose.ts';

export interface Terminal {
  /** What was asked for: standard output. */
  write(text: string): void;
  /** What went wrong: standard error. */
  complain(text: string): void;
}

export interface CommandContext extends Terminal {
  composition: Pick<Composition, 'enquiries' | 'contactSettings'>;
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

/** The command line is wrong; the message says how. */
export class UsageError extends Error {}

/** A line that ends. */
export function line(text = ''): string {
  return `${text}\n`;
}

export function jsonText(value: unknown): string {
  return line(JSON.stringify(value, null, 2));
}
