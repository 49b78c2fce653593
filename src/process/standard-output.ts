import { pino } from 'pino';

/** Writes lines without blocking and without throwing. */
export interface LineWriter {
  /** @param line with its \n */
  write(line: string): void;
}

/** Maximum number of bytes buffered: about a thousand lines. */
const maxBufferedBytes = 256 * 1024;

/**
 * Creates a writer that writes each line at once, so that a crash loses none. Unwritten lines (full disk, stalled or
 * closed pipe) are retried with each line and each second. Those beyond `maxBufferedBytes` are dropped, and counted.
 */
export function createLineWriter(fd: number): LineWriter {
  let lostLines = 0;
  let isReaderStalled = false;
  const file = pino.destination({
    fd,
    sync: true,
    maxLength: maxBufferedBytes,
    // The library would sleep, and the whole server with it.
    retryEAGAIN: () => false,
    // Without a minimum length, its flush does nothing.
    minLength: 1,
    periodicFlush: 1000,
  });
  // Once a reader has gone, the library's own listener would stop writing and counting.
  file.removeAllListeners('error').on('error', ({ code }: NodeJS.ErrnoException) => {
    isReaderStalled = code === 'EAGAIN';
  });
  const log = pino({ base: {} }, file);
  file.on('drop', () => {
    if (lostLines === 0) file.once('drain', logLostLines);
    lostLines += 1;
  });
  function logLostLines(): void {
    const lines = lostLines;
    lostLines = 0;
    log.warn({ lines }, 'lines of the log were lost: they could not be written');
  }
  process.once('exit', () => {
    // A reader that is merely slow has a second more for the last lines.
    for (let pauses = 0; pauses < 50; pauses += 1) {
      isReaderStalled = false;
      file.flush();
      if (!isReaderStalled) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  });
  return { write: (line) => void file.write(line) };
}

let standardOutput: LineWriter | undefined;

/** Returns this process's writer to standard output. The first call makes a pipe non-blocking. */
export function getStandardOutput(): LineWriter {
  return (standardOutput ??= createLineWriter(process.stdout.fd));
}
