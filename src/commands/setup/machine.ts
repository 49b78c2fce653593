import { createInterface } from 'node:readline/promises';
import { CommandFailure } from '../command.ts';
import type { runProgram } from '../run-program.ts';
import type { switchVersion } from '../version.ts';

/** The machine that is set up: its files below `root`, its programs, and the person at its terminal, if there is one. */
export interface Machine {
  root: string;
  say(line: string): void;
  ask: ((text: string, isSecret: boolean) => Promise<string>) | null;
  run: typeof runProgram;
  switchVersion: typeof switchVersion;
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
