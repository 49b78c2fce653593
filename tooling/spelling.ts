import dictionary from 'dictionary-en-gb';
import nspell from 'nspell';

/** A word that is not British English, nor one of our own, and what may have been meant. */
export interface Misspelling {
  word: string;
  suggestions: readonly string[];
}

export type Spelling = (text: string) => readonly Misspelling[];

/**
 * Makes what finds misspelt words in a text: by the British dictionary, which refuses American spellings, and by the list of our own
 * words. What has digits, or a capital within, is a name.
 */
export function createSpelling(ownWords: string): Spelling {
  const spelling = nspell({ aff: Buffer.from(dictionary.aff), dic: Buffer.from(dictionary.dic) });
  for (const word of ownWords.split('\n')) if (!word.startsWith('#')) spelling.add(word.trim());

  return (text) =>
    wordsIn(text)
      .filter((word) => !spelling.correct(word.replaceAll('’', "'")))
      .map((word) => ({ word, suggestions: spelling.suggest(word).slice(0, 3) }));
}

function wordsIn(text: string): string[] {
  const prose = text.replaceAll(/\{\w+\}|\S+[@/]\S+/g, ' ');
  return [...prose.matchAll(/[\p{L}\p{N}][\p{L}\p{N}’.#+-]*/gu)]
    .flatMap(([word]) => word.split('-'))
    .map((word) => word.replace(/[.’-]+$/, '').replace(/’s$/, ''))
    .filter((word) => /^[\p{L}’]+$/u.test(word) && !/\p{Lu}.*\p{Lu}/u.test(word));
}
