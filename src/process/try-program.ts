import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program without a shell, for `timeout` milliseconds at most, and kills what is left of its process group.
 * @returns null once it has exited with 0; else the reason, for the operator, without passwords
 */
export async function tryProgram([program = '', ...args]: readonly string[], timeout: number): Promise<string | null> {
  const stdio = ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'];
  const child = spawn(program, args, { timeout, killSignal: 'SIGKILL', detached: true, stdio });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-5000)));
  child.once('exit', () => {
    spawnSync('sh', ['-c', `kill -9 -${child.pid}`]);
    // A process that has left the group may keep the pipe open.
    setTimeout(() => child.stderr.destroy(), 1000).unref();
  });
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (child.killed) return `${program} had not ended after ${timeout / 60_000} minutes, and was stopped`;
    const lastLines = output.trim().split('\n').slice(-3).join(' ').replaceAll(password, '…');
    return code === 0 ? null : `${program} ended with ${code ?? signal}: ${lastLines || 'it said nothing'}`;
  } catch (error) {
    return `${program} cannot be started (${(error as NodeJS.ErrnoException).code}); see that it is installed`;
  }
}

const password = /(?<=:)[^\s:@/]+(?=@)|(?<=(?:pass|secret|token|key|auth)[\w-]*=)\S+/gi;
