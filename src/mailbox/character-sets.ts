import { isUtf8 } from 'node:buffer';
import { decodeWords } from 'postal-mime';

const windows1252 = new TextDecoder('windows-1252');
/** Character sets whose bytes may be valid UTF-8, and mean something else. */
const lookalikes = /^(?:utf-?16|iso-?2022)/i;

/** Returns true if these bytes are UTF-8, whatever character set they are said to have. */
export function isReallyUtf8(bytes: ArrayBuffer | Uint8Array, declared = ''): boolean {
  return isUtf8(bytes) && !lookalikes.test(declared);
}

/** Bytes that are decoded in pieces: 16 MB of pieces would take all memory of the parser. */
const maxMixedSize = 1_000_000;

/** Decodes bytes as UTF-8 and, where they are not, as windows-1252: servers add lines of their own to a text. */
export function decodeMixedText(bytes: ArrayBuffer | Uint8Array): string {
  if (bytes.byteLength > maxMixedSize) return windows1252.decode(bytes);
  const decode = (run: Buffer) => (isUtf8(run) ? run.toString() : windows1252.decode(run));
  const text = Buffer.from(bytes as Uint8Array).toString('latin1');
  return text.replaceAll(/[\x80-\xFF]+/g, (run) => decode(Buffer.from(run, 'latin1')));
}

const encodedWord = /=\?[^?\s]+\?([qb])\?([^?]*)\?=/gi;
/** Encoded words (RFC 2047) of one character set, which may split a character between them. */
const encodedWords = /=\?([^?\s]+)\?[qb]\?[^?]*\?=(?:[ \t]*(?:\n[ \t]+)*=\?\1\?[qb]\?[^?]*\?=)*/gi;

/** Returns the lines of a header with each encoded word as what it really is, in UTF-8. */
export function mendEncodedWords(lines: readonly string[]): string[] {
  return lines.join('\n').replaceAll(encodedWords, mendWords).split('\n');
}

function mendWords(words: string, charset: string): string {
  const bytes = Buffer.concat(Array.from(words.matchAll(encodedWord), decodeWord));
  const declared = decodeWords(words);
  const isWrong = declared.includes('\uFFFD') || isReallyUtf8(bytes, charset);
  const text = isWrong ? decodeMixedText(bytes) : declared;
  return `=?utf-8?b?${Buffer.from(text).toString('base64')}?=`;
}

function decodeWord([, encoding = '', text = '']: readonly string[]): Buffer {
  if (/b/i.test(encoding)) return Buffer.from(text, 'base64');
  const toByte = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
  return Buffer.from(text.replaceAll('_', ' ').replaceAll(/=([\da-f]{2})/gi, toByte), 'latin1');
}
