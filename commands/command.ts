import { InvalidArgumentError, Option, type Argument, type Command } from 'commander';
import { explainStartError, isDiskFull } from '../start/explain.ts';
import type { Context } from './context.ts';

/** A command as data: what its help says, and what it does. */
export interface OperatorCommand<Options = object> {
  name: string;
  /** It is meant where its group is called alone. */
  isDefault?: boolean;
  summary: string;
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /** Description of the JSON output. */
  json: string;
  description?: string;
  /** Calls of it, without `npm run admin --`. */
  examples?: readonly string[];
  /**
   * Rejects with a CommandFailure, or with what `explainFault` explains.
   * @param words those of the arguments, as many as commander takes for them
   */
  run(call: Call<Options>, ...words: string[]): Promise<void>;
}

/** One call of a command. */
export interface Call<Options = object> extends Context {
  options: Options & { json?: true };
  /** Writes JSON, where that was asked for, or else lines. */
  answer(json: unknown, words: Words): void;
  /** Writes lines, unless JSON was asked for. */
  say(words: Words): void;
}

/** A line, or several. */
type Words = string | readonly string[];

/** Adds a command to a group, or to the program itself. */
export function addCommand(group: Command, declared: OperatorCommand, context: Context): void {
  const { name, isDefault = false, summary, description = '', examples = [], options = [] } = declared;
  const command = group.command(name, { isDefault }).summary(summary);
  const calls = examples.map((call) => `Example: npm run admin -- ${call}`).join('\n');
  command.description(`${description}\n\n${calls}`.trim());
  for (const argument of declared.arguments ?? []) command.addArgument(argument);
  for (const option of [...options, new Option('--json', declared.json)]) command.addOption(option);
  command.action(() => {
    const options: Call['options'] = command.opts();
    const write = (words: Words): void => context.write([words].flat().map(endLine).join(''));
    const say = (words: Words): void => void (options.json || write(words));
    const answer = (json: unknown, words: Words) => write(options.json ? JSON.stringify(json, null, 2) : words);
    return declared.run({ ...context, options, answer, say }, ...command.args);
  });
}

/** Exit code. 0: done. 1: failed. 2: wrong command line, or missing consent. */
export type ExitCode = 0 | 1 | 2;

/** Ends a command. Reasons go to standard error, a line each. */
export class CommandFailure extends Error {
  readonly reasons: readonly string[];
  readonly exitCode: ExitCode;

  constructor(reasons: string | readonly string[], exitCode: ExitCode = 1) {
    super([reasons].flat().join(' '));
    this.reasons = [reasons].flat();
    this.exitCode = exitCode;
  }
}

/** Returns messages about a fault that the operator can fix or has to know; null for a bug. */
export function explainFault(fault: unknown): readonly string[] | null {
  if (fault instanceof CommandFailure) return fault.reasons;
  if (fault instanceof Error && isFromDatabase(fault) && !isDiskFull(fault))
    return [`The database refused: ${fault.message}.`];
  return explainStartError(fault);
}

function isFromDatabase(fault: Error & { code?: unknown }): boolean {
  return fault.code === 'ERR_SQLITE_ERROR' || ('severity' in fault && /^[0-9A-Z]{5}$/.test(String(fault.code)));
}

/** Returns a parser of whole numbers from 1 to `most`. */
export function createNumberParser(most: number): (text: string) => number {
  return (text) => {
    if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It takes a number from 1 to ${most}.`);
  };
}

/** Appends a line break. */
export function endLine(text: string): string {
  return `${text}\n`;
}
