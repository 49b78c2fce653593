import type { Terminal } from './command.ts';

export interface Progress {
  /** How far the work is. Costs nothing when called often. */
  show(text: string): void;
  /** The work is over: nothing of it stays on the screen. */
  end(): void;
}

// What is done sooner needs no words.
const patience = 300;
const pause = 100;

/** Says on standard error, on one line that it writes over, how far long work is; if a person is watching. */
export function progressOn(terminal: Terminal): Progress {
  let next = Date.now() + patience;
  let shown = false;
  return {
    show(text) {
      if (!terminal.isWatched || Date.now() < next) return;
      next = Date.now() + pause;
      shown = true;
      terminal.complain(`\r\u001B[K${text}`);
    },
    end() {
      if (shown) terminal.complain('\r\u001B[K');
    },
  };
}
