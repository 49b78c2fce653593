/**
 * Headers as `writeHead` takes them with the least work: names and values in turn. For those that are made once and sent with
 * many answers.
 */
export function flatHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}
