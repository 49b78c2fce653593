import dictionary from 'dictionary-en-gb';
import nspell from 'nspell';
import { listFileTexts, type ContentIssue } from '../../src/content/content-issues.ts';
import { singletons } from '../../src/content/content-types.ts';
import type { ContentFiles } from '../../src/content/merge-content.ts';

/**
 * Returns the misspelt words of the content, by the British dictionary, which rejects American spellings, and
 * `extraWords`, one a line.
 */
export function findMisspellings(files: ContentFiles, extraWords: string): ContentIssue[] {
  const spelling = nspell({ aff: Buffer.from(dictionary.aff), dic: Buffer.from(dictionary.dic) });
  for (const word of extraWords.split('\n')) if (!word.startsWith('#')) spelling.add(word.trim());
  const texts = Object.entries(files).flatMap(([file, value]) => [...listFileTexts(file, value)]);
  return texts
    .filter((text) => !isCodeOrName(text))
    .flatMap(({ file, path, text }) =>
      listProseWords(text)
        .filter((word) => !spelling.correct(word.replaceAll('’', "'")))
        .map((word) => ({
          file,
          path,
          message: `has “${word}”, which is not in the British dictionary: ${suggestSpelling(word)}`,
        })),
    );

  function suggestSpelling(word: string): string {
    const british = americanEndings
      .map(([there, here]) => word.replace(there, here))
      .filter((one) => spelling.correct(one));
    const suggestions = british.length > 0 ? new Set(british) : spelling.suggest(word).slice(0, 3);
    const proposed = [...suggestions].map((suggestion) => `“${suggestion}”`).join(' or ');
    return `${proposed === '' ? '' : `write ${proposed}, or `}add it to content/dictionary.txt`;
  }
}

/** Returns true for text that no dictionary has: an identifier, or a name of a person, company or place. */
function isCodeOrName({ file, path }: Pick<ContentIssue, 'file' | 'path'>): boolean {
  const isOfCompany = file === singletons.site.file && !['tagline', 'copyright'].includes(String(path[0]));
  const isOfProof =
    file === singletons.proof.file &&
    (path[0] === 'certificates' || /^(?:name|role|source)$/.test(String(path.at(-1))));
  return isOfCompany || isOfProof || path[0] === 'maker' || path.some((key) => identifierFields.has(String(key)));
}

/** Fields whose values are identifiers: of drawings, link targets, types and entries. */
const identifierFields = new Set(
  [
    'accent beside color gradient icon look mark side structure',
    'expires external holidays href hours link linkedin timeZone to',
    'consent date kind preferredLanguages product shownOn shownWith',
  ].flatMap((fields) => fields.split(' ')),
);

/** Returns the words of prose, without names: words with digits or inner capitals. */
function listProseWords(text: string): string[] {
  const prose = text.replaceAll(/\{\w+\}|\S+[@/]\S+/g, ' ');
  return [...prose.matchAll(/[\p{L}\p{N}][\p{L}\p{N}’.#+-]*/gu)]
    .flatMap(([word]) => word.split('-'))
    .map((word) => word.replace(/[.’-]+$/, '').replace(/’s$/, ''))
    .filter((word) => /^[\p{L}’]+$/u.test(word) && !/\p{Lu}.*\p{Lu}/u.test(word));
}

/** American endings and their British form, which the dictionary does not suggest first. */
const americanEndings: readonly [RegExp, string][] = [
  [/er(s?)$/, 're$1'],
  [/og(s?)$/, 'ogue$1'],
];
