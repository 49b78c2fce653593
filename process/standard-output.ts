import { pino } from 'pino';

/** Takes lines without ever waiting for their reader, and without throwing. */
export interface LineOutput {
  /** @param line with its \n */
  write(line: string): void;
}

/** How much may wait, in bytes: about a thousand lines. */
const mostWaiting = 256 * 1024;

/**
 * Writes each line at once, so that a crash loses none. What cannot be written (the disk is full, a pipe's reader stands still or
 * has gone) waits in memory and is tried again with each line and each second. Lines beyond `mostWaiting` are lost; once all that
 * waited is written, one line says how many.
 * @param fd a file, a terminal, or a pipe that does not block
 */
export function createLineOutput(fd: number): LineOutput {
  let untold = 0;
  let readerStandsStill = false;
  const file = pino.destination({
    fd,
    sync: true,
    maxLength: mostWaiting,
    // The library would sleep, and the whole server with it.
    retryEAGAIN: () => false,
    // Its flush does nothing without a least length.
    minLength: 1,
    periodicFlush: 1000,
  });
  // The library's own listener would write nothing more once a reader has gone, and count nothing.
  file.removeAllListeners('error').on('error', ({ code }: NodeJS.ErrnoException) => {
    readerStandsStill = code === 'EAGAIN';
  });
  const log = pino({ base: {} }, file);
  file.on('drop', () => {
    if (untold === 0) file.once('drain', tell);
    untold += 1;
  });
  function tell(): void {
    const lines = untold;
    untold = 0;
    log.warn({ lines }, 'lines of the log were lost: they could not be written');
  }
  process.once('exit', () => {
    // A reader that is merely slow has a second more for the last lines.
    for (let pauses = 0; pauses < 50; pauses += 1) {
      readerStandsStill = false;
      file.flush();
      if (!readerStandsStill) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  });
  return { write: (line) => void file.write(line) };
}

let output: LineOutput | undefined;

/** This process' own. A pipe stops blocking by being asked for here. */
export function openStandardOutput(): LineOutput {
  return (output ??= createLineOutput(process.stdout.fd));
}
