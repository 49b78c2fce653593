import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a connection may stand still, in milliseconds. */
export interface StandingLimits {
  /** Until a client has taken what was written to it at once: a whole page or file, or a part of what is passed through. */
  answer: number;
  /** Without a byte in either direction: between two requests, or while an answer is waited for. */
  silence: number;
  /** How often this is checked, and whether requests have arrived: a client may have so much more. */
  checkEvery: number;
}

/**
 * Ends the connections that stand still: silent ones, and those whose client does not take the answer that waits for it. A
 * client that takes a byte now and then is never silent, and would hold its answer in memory for days. Checked from outside,
 * so that it costs a request nothing.
 */
export function endStandingConnections(server: Server, { answer, silence, checkEvery }: StandingLimits): void {
  const watched = new Map<Socket, Progress>();
  server.on('connection', (socket) => {
    watched.set(socket, { taken: 0, read: 0, checksNotTaking: 0, checksInSilence: 0 });
    socket.once('close', () => watched.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, progress] of watched) {
      note(progress, socket);
      // Closing would leave to the system what waits, and the system would go on trying to send it.
      if (progress.checksNotTaking * checkEvery >= answer) socket.resetAndDestroy();
      else if (progress.checksInSilence * checkEvery >= silence) socket.destroy();
    }
  }, checkEvery);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** Bytes in both directions at the last check; and checks, not time: a process that was suspended must not blame its clients. */
interface Progress {
  taken: number;
  read: number;
  checksNotTaking: number;
  checksInSilence: number;
}

function note(progress: Progress, socket: Socket): void {
  const waiting = socket.writableLength;
  const taken = socket.bytesWritten - waiting;
  const read = socket.bytesRead;
  const takesNothing = taken === progress.taken;
  progress.checksNotTaking = takesNothing && waiting > 0 ? progress.checksNotTaking + 1 : 0;
  progress.checksInSilence = takesNothing && read === progress.read ? progress.checksInSilence + 1 : 0;
  progress.taken = taken;
  progress.read = read;
}
