import { execFile, type ExecFileException } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { promisify } from 'node:util';
import { CommandFailure } from '../command.ts';
import type { switchVersion } from '../version.ts';

/** The machine that is set up: its files below `root`, its programs, and the person at its terminal, if there is one. */
export interface Machine {
  root: string;
  say(line: string): void;
  ask: ((text: string, isSecret: boolean) => Promise<string>) | null;
  run(program: string, ...programArguments: string[]): Promise<string>;
  switchVersion: typeof switchVersion;
}

/** Resolves to the output of a program. Rejects with a CommandFailure that has its error output. */
export async function runProgram(program: string, ...programArguments: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, programArguments)).stdout;
  } catch (error) {
    const { code, stderr, message } = error as ExecFileException;
    throw new CommandFailure(code === 'ENOENT' ? `${program} is not installed` : stderr?.trim() || message);
  }
}

/** Asks a person at the terminal. Rejects with a CommandFailure at Ctrl-C. */
export async function askOnTerminal(text: string, isSecret: boolean): Promise<string> {
  if (isSecret) process.stdout.write(text);
  // Without an output it echoes nothing, and without a history an arrow key shows no password.
  const output = isSecret ? {} : { output: process.stdout };
  using terminal = createInterface({ input: process.stdin, ...output, terminal: true, historySize: 0 });
  try {
    return await terminal.question(text);
  } catch {
    throw new CommandFailure('Nothing was changed.');
  } finally {
    if (isSecret) process.stdout.write('\n');
  }
}
