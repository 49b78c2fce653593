import { execFile } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { CommandFailure } from '../command.ts';
import { switchVersion } from '../version.ts';

/** The machine that is set up. */
export interface Machine {
  /** Directory that has etc/. */
  root: string;
  isRoot: boolean;
  /** Asks a person; null without a terminal. */
  ask: ((text: string, isSecret: boolean) => Promise<string>) | null;
  /** Resolves to the output of a program. Rejects with a CommandFailure that has its error output. */
  run(program: string, ...programArguments: string[]): Promise<string>;
  switchVersion: typeof switchVersion;
}

/** Returns the machine of this process. */
export function createMachine(): Machine {
  const ask = process.stdin.isTTY ? askOnTerminal : null;
  return { root: '/', isRoot: process.getuid?.() === 0, ask, run: runProgram, switchVersion };
}

/** Runs a program without the settings of this process, which may be older than the file. */
export const runProgram: Machine['run'] = (program, ...programArguments) =>
  new Promise((resolve, reject) => {
    execFile(program, programArguments, { env: { PATH: process.env['PATH'] } }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else
        reject(new CommandFailure(error.code === 'ENOENT' ? `${program} is missing` : stderr.trim() || error.message));
    });
  });

async function askOnTerminal(text: string, isSecret: boolean): Promise<string> {
  // Without an output it echoes nothing, and without a history an arrow key does not show the password.
  if (isSecret) process.stdout.write(text);
  using terminal = createInterface({
    input: process.stdin,
    ...(!isSecret && { output: process.stdout }),
    terminal: true,
    historySize: 0,
  });
  const { promise: closed, reject } = Promise.withResolvers<never>();
  // By Ctrl-C or Ctrl-D.
  terminal.once('close', () => reject(new CommandFailure('Nothing was changed.')));
  const line = await Promise.race([terminal.question(text), closed]);
  if (isSecret) process.stdout.write('\n');
  return line;
}
