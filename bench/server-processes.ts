import { readFileSync } from 'node:fs';

// Linux counts processor time in hundredths of a second (USER_HZ), whatever the kernel's own clock.
const ticksPerSecond = 100;

/** A process and all that it started, by their ids. Linux only: it reads /proc. */
export function processTree(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(processTree)];
}

/** The processor time, user and system, that the processes have used since they began. */
export function processorSeconds(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    // The name, in brackets, may hold anything: the fields count from behind it.
    const fields = read(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / ticksPerSecond;
}

/** Resident memory of one process in megabytes (10^6 bytes). */
export function residentMegabytes(pid: number): number {
  const kibibytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1]);
  return Math.round((kibibytes * 1024) / 1e6);
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}
