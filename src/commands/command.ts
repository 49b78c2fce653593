import { InvalidArgumentError, Option, type Argument, type Command } from 'commander';
import { explainStartError, isCausedByFullDisk } from '../start/start-errors.ts';
import type { CommandContext } from './context.ts';

/** A command as data: its help, and its function. */
export interface OperatorCommand<Options = object> {
  name: string;
  /** Name in earlier releases, which scripts may still call. */
  earlierName?: string;
  /** True if it also runs when its group is called alone. */
  isDefault?: boolean;
  summary: string;
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /** Description of the JSON output. */
  json: string;
  description?: string;
  /** Example calls, without `npm run admin --`. */
  examples?: readonly string[];
  /** Rejects with a CommandFailure, or with an error that `explainError` explains. */
  run(call: CommandCall<Options>, ...commandArguments: string[]): Promise<void>;
}

/** One call of a command. */
export interface CommandCall<Options = object> extends CommandContext {
  options: Options & { json?: true };
  /** Writes the JSON with --json, else the lines. */
  writeResult(json: unknown, lines: Lines): void;
  /** Writes lines, unless --json is given. */
  writeLines(lines: Lines): void;
}

/** A line, or several. */
type Lines = string | readonly string[];

/** Adds a command to a group or to the program. */
export function addCommand(group: Command, definition: OperatorCommand, context: CommandContext): void {
  const { name, earlierName, isDefault = false, summary, description = '', examples = [], options = [] } = definition;
  const command = group.command(name, { isDefault }).summary(summary);
  const exampleLines = examples.map((call) => `Example: npm run admin -- ${call}`).join('\n');
  if (earlierName !== undefined) command.alias(earlierName);
  command.description(`${description}\n\n${exampleLines}`.trim());
  for (const argument of definition.arguments ?? []) command.addArgument(argument);
  for (const option of [...options, new Option('--json', definition.json)]) command.addOption(option);
  command.action(() => {
    const options: CommandCall['options'] = command.opts();
    const write = (lines: Lines): void =>
      context.writeOutput(
        [lines]
          .flat()
          .map((line) => `${line}\n`)
          .join(''),
      );
    const writeLines = (lines: Lines): void => void (options.json || write(lines));
    const writeResult = (json: unknown, lines: Lines) => write(options.json ? JSON.stringify(json, null, 2) : lines);
    return definition.run({ ...context, options, writeResult, writeLines }, ...command.args);
  });
}

/** Exit code. 0: done. 1: failed. 2: wrong command line, or missing consent. 3: a version was taken back. */
export type ExitCode = 0 | 1 | 2 | 3;

/** A failure of a command. Its reasons are written to standard error, a line each. */
export class CommandFailure extends Error {
  readonly reasons: readonly string[];
  readonly exitCode: ExitCode;

  constructor(reasons: string | readonly string[], exitCode: ExitCode = 1) {
    super([reasons].flat().join(' '));
    this.reasons = [reasons].flat();
    this.exitCode = exitCode;
  }
}

/** Returns messages about an error that the operator can fix or has to know; null for a bug. */
export function explainError(error: unknown): readonly string[] | null {
  if (error instanceof CommandFailure) return error.reasons;
  if (error instanceof Error && isDatabaseError(error) && !isCausedByFullDisk(error))
    return [`The database refused: ${error.message}.`];
  return explainStartError(error);
}

function isDatabaseError(error: Error & { code?: unknown }): boolean {
  return error.code === 'ERR_SQLITE_ERROR' || ('severity' in error && /^[0-9A-Z]{5}$/.test(String(error.code)));
}

/** Returns a parser of whole numbers from 1 to `maximum`. */
export function createCountParser(maximum: number): (text: string) => number {
  return (text) => {
    if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= maximum) return Number(text);
    throw new InvalidArgumentError(`Expected a number from 1 to ${maximum}.`);
  };
}
