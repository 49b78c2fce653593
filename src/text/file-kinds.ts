import { cleanLine } from './clean-text.ts';
import { removeHiddenCharacters } from './hidden-characters.ts';

/** Media type by extension of the files that are put into mails. */
export const mediaTypesByExtension: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  rtf: 'application/rtf',
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
};

/** Media type by extension of the files that are taken from mails. */
export const receivedMediaTypes: typeof mediaTypesByExtension = {
  ...mediaTypesByExtension,
  zip: 'application/zip',
  eml: 'message/rfc822',
  ics: 'text/calendar',
  // winmail.dat of Outlook
  dat: 'application/ms-tnef',
};

/** Bytes that all files of a message may have together. */
export const maxFilesSize = 10 * 1024 * 1024;

/** Returns the media type of a file by the extension of its name; undefined if it is of no such kind. */
export function findMediaType(name: string, mediaTypes = mediaTypesByExtension): string | undefined {
  const extension = /\.([a-z]{2,4})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(mediaTypes, extension) ? mediaTypes[extension] : undefined;
}

/**
 * Returns a file's base name without control, bidirectional or invisible characters and leading dots, at most 120 code
 * units with its extension, never empty.
 */
export function cleanFileName(name: string): string {
  const base = name.slice(-10_000).replace(/^.*[/\\]/s, '');
  const clean = cleanLine(removeHiddenCharacters(base)).replace(/^[.\s]+/, '') || 'file';
  const extension = /\.[a-z\d]{1,8}$/i.exec(clean)?.[0] ?? '';
  return clean.length > 120 ? `${clean.slice(0, 120 - extension.length)}${extension}`.toWellFormed() : clean;
}
