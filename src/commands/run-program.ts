import { execFile, type ExecFileException } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandFailure } from './command.ts';

/** Resolves to the output of a program. Rejects with a CommandFailure that has its error output. */
export async function runProgram(program: string, ...programArguments: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, programArguments)).stdout.trim();
  } catch (error) {
    const { code, stderr, message } = error as ExecFileException;
    throw new CommandFailure(code === 'ENOENT' ? `${program} is not installed` : stderr?.trim() || message);
  }
}
