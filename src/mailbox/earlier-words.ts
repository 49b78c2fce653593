import { listWords } from './new-words.ts';

/** Words of a run that counts as quoted. People answer with fewer of the same words. */
const runLength = 5;
/** Places of a run that are looked at: texts may repeat it, and every place would cost time. */
const maxPlaces = 8;
const textEnd = Array.from({ length: runLength - 1 }, () => '');

/** The words of texts that a later mail may quote. */
export interface EarlierWords {
  add(text: string): void;
  /**
   * Tells of each line whether it has a word that is not quoted. A quotation repeats a text in its order, at least five
   * words of it or its end, however mail programs wrap it. A new one begins at null, which stands for a mark.
   */
  findNewLines(lines: readonly (string | null)[]): boolean[];
}

/** Creates a collection without words. Takes time by the length of what is added and of what is looked up. */
export function createEarlierWords(): EarlierWords {
  const words: string[] = [];
  /** Number of the text at each place, its end included. */
  const texts: number[] = [];
  const places = new Map<string, number[]>();
  let textCount = 0;

  /** Returns where a run stands in the texts. `next`: what follows the last quoted word. */
  function findRun(run: string, next: number | undefined, comesLater: (run: string) => boolean): number | undefined {
    const found = (places.get(run) ?? []).slice(-maxPlaces);
    if (next === undefined) return found.at(-1);
    const place = found.find((one) => one >= next && texts[one] === texts[next]);
    // Who answers in words of ours has not skipped what follows.
    return place !== next && comesLater(readRun(words, next)) ? undefined : place;
  }

  return {
    add(text) {
      const added = [...listWords(text)];
      if (added.length === 0) return;
      const start = words.length;
      for (const word of [...added, ...textEnd]) {
        words.push(word);
        texts.push(textCount);
      }
      for (let place = start; place < start + added.length; place += 1) {
        const run = readRun(words, place);
        const known = places.get(run);
        if (known === undefined) places.set(run, [place]);
        else known.push(place);
      }
      textCount += 1;
    },
    findNewLines(lines) {
      const tokens = lines.flatMap((line, index) => {
        const read = line === null ? textEnd : [...listWords(line)];
        return read.map((word) => ({ word, index }));
      });
      const sequence = [...tokens.map(({ word }) => word), ...textEnd];
      const runs = tokens.map((_, at) => readRun(sequence, at));
      const lastRuns = new Map(runs.map((run, at) => [run, at]));
      const isNew = lines.map(() => false);
      let next: number | undefined;
      let isInRun = false;
      for (const [at, { word, index }] of tokens.entries()) {
        isInRun &&= word !== '' && words[next ?? 0] === word;
        const place: number | undefined =
          isInRun || word === '' ? next : findRun(runs[at] ?? '', next, (run) => (lastRuns.get(run) ?? 0) > at);
        if (word === '') next = undefined;
        else if (place === undefined) isNew[index] = true;
        else [next, isInRun] = [place + 1, true];
      }
      return isNew;
    },
  };
}

function readRun(words: readonly string[], start: number): string {
  let run = '';
  for (let at = start; at < start + runLength; at += 1) run += ` ${words[at]}`;
  return run;
}
