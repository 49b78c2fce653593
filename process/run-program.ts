import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program, without a shell, and kills its process group after it, or after `timeLimit` milliseconds.
 * @returns null once it has exited with 0; else the reason, for the operator, without passwords of its arguments
 */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  { env, timeLimit: timeout }: { env: NodeJS.ProcessEnv; timeLimit: number },
): Promise<string | null> {
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  const child = spawn(program, args, { env, timeout, killSignal: 'SIGKILL', detached: true, stdio: [...stdio] });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-5000)));
  child.once('exit', () => {
    killGroup(child.pid);
    // A process that has left the group may keep the pipe open.
    setTimeout(() => child.stderr?.destroy(), 1000).unref();
  });
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (child.killed) return `${program} had not ended after ${timeout / 60_000} minutes, and was stopped`;
    const lastLine = redactPasswords(output.trim().split('\n').at(-1) ?? '', args);
    return code === 0 ? null : `${program} ended with ${code ?? signal}: ${lastLine || 'it said nothing'}`;
  } catch (error) {
    return `${program} cannot be started (${(error as NodeJS.ErrnoException).code}); see that it is installed`;
  }
}

function killGroup(leader = NaN): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}

/** Returns the text without passwords: those of URLs, and those that the arguments have under such a name. */
function redactPasswords(text: string, args: readonly string[]): string {
  const found = args.join(' ').matchAll(/(?:pass|secret|token|key|auth)[\w-]*[= ]([^\s,]+)|:([^\s:@/]+)@/gi);
  const redacted = text.replaceAll(/:[^\s:@/]+@/g, ':…@');
  return [...found].reduce((rest, [, named, inUrl = '']) => rest.replaceAll(named ?? inUrl, '…'), redacted);
}
