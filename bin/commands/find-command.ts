import type { Command, CommandGroup, CommandTable } from './command.ts';

/** What the first words of a command line name, and the words that are left for it. */
export type Found =
  | { kind: 'command'; command: Command; rest: string[] }
  | { kind: 'group'; name: string; group: CommandGroup; rest: string[] }
  | { kind: 'nothing'; rest: string[] };

export function findCommand(table: CommandTable, words: readonly string[]): Found {
  const [first = '', ...rest] = words;
  const entry = Object.hasOwn(table, first) ? table[first] : undefined;
  if (entry === undefined) return { kind: 'nothing', rest: [...words] };
  if (isCommand(entry)) return { kind: 'command', command: entry, rest };
  const [second = '', ...more] = rest;
  const command = Object.hasOwn(entry, second) ? entry[second] : undefined;
  return command === undefined
    ? { kind: 'group', name: first, group: entry, rest }
    : { kind: 'command', command, rest: more };
}

/** The commands that the words may have meant, by a slip of the fingers or with one word of two. */
export function nearestCommands(table: CommandTable, words: readonly string[]): string[] {
  const [first = '', second = ''] = words.filter((word) => !word.startsWith('-'));
  const rated = namesOf(table).map((name) => {
    const [group = '', verb] = name.split(' ');
    if (verb === undefined) return { name, slips: slips(first, group) };
    const asCall = slips(first, group) + slips(second, verb);
    // "list" alone, or "list enquiries"
    const asVerb = slips(first, verb) + (second === '' ? 0 : slips(second, group));
    return { name, slips: Math.min(asCall, asVerb) };
  });
  const least = Math.min(...rated.map((one) => one.slips));
  return least === Infinity ? [] : rated.filter((one) => one.slips === least).map(({ name }) => name);
}

export function isCommand(entry: Command | CommandGroup): entry is Command {
  return typeof entry['run'] === 'function';
}

function namesOf(table: CommandTable): string[] {
  return Object.entries(table).flatMap(([name, entry]) =>
    isCommand(entry) ? [name] : Object.keys(entry).map((verb) => `${name} ${verb}`),
  );
}

/** How many slips lie between what was typed and a word; so many that it was another word count as Infinity. */
function slips(typed: string, word: string): number {
  const number = distance(typed, word);
  return number <= Math.max(1, Math.floor(word.length / 3)) ? number : Infinity;
}

/** How many characters one has to insert, remove, replace or swap with a neighbour to come from one word to the other. */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      let least = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + same);
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) least = Math.min(least, at(beforeLast, column - 2) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
