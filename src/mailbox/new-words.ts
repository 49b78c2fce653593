/** Returns true if a text has a word that the known text lacks, whatever their case and the characters between them. */
export function hasNewWords(text: string, known: string): boolean {
  const knownWords = new Set(listWords(known));
  for (const word of listWords(text)) if (!knownWords.has(word)) return true;
  return false;
}

/** Yields one word or picture after the other, in lower case: all those of a megabyte at once would take 50 MB. */
export function* listWords(text: string): Iterable<string> {
  const visible = text.replaceAll(/\p{Cf}/gu, '').toLowerCase();
  for (const [word] of visible.matchAll(/[\p{L}\p{M}\p{N}]+|\p{So}/gu)) yield word;
}
