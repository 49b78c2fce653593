import dictionary from 'dictionary-en-gb';
import nspell from 'nspell';
import type { Spelling } from '../../content/content-faults.ts';

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
      .map((word) => ({ word, suggestions: british(word) ?? spelling.suggest(word).slice(0, 3) }));

  /** What an American spelling is here. */
  function british(word: string): string[] | undefined {
    const found = american.map(([there, here]) => word.replace(there, here)).filter((other) => spelling.correct(other));
    return found.length > 0 ? [...new Set(found)] : undefined;
  }
}

function wordsIn(text: string): string[] {
  const prose = text.replaceAll(/\{\w+\}|\S+[@/]\S+/g, ' ');
  return [...prose.matchAll(/[\p{L}\p{N}][\p{L}\p{N}’.#+-]*/gu)]
    .flatMap(([word]) => word.split('-'))
    .map((word) => word.replace(/[.’-]+$/, '').replace(/’s$/, ''))
    .filter((word) => /^[\p{L}’]+$/u.test(word) && !/\p{Lu}.*\p{Lu}/u.test(word));
}

const american: readonly [RegExp, string][] = [
  [/er(s?)$/, 're$1'],
  [/or/, 'our'],
  [/iz(?=e|ing|ation)/, 'is'],
  [/yz(?=e|ing)/, 'ys'],
  [/og(s?)$/, 'ogue$1'],
  [/ense$/, 'ence'],
  [/l(?=(?:ed|ing|er)$)/, 'll'],
];
