import { addressParser, type Header } from 'postal-mime';

/**
 * Returns true if the mail server says that a mail is not from the address that it names (DMARC, RFC 8601), or From has
 * more or fewer than one address. False means nothing: many mail servers verify nothing, or do not write it down.
 */
export function isSenderUnverified(headers: readonly Header[]): boolean {
  const listValues = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value);
  const from = listValues('from');
  const addresses = from.flatMap((value) => addressParser(value, { flatten: true }));
  // "<a@b> <c@d>" is one address to some programs, and the other to others.
  const isSingle =
    from.length === 1 &&
    addresses.length === 1 &&
    addresses[0]?.address?.includes('@') &&
    removeComments(`${from[0]}`).split('<').length <= 2;
  // Those below the topmost field may come with the mail.
  const [results = ''] = listValues('authentication-results');
  return !isSingle || /(?:^|;)\s*dmarc\s*(?:\/\s*\d+\s*)?=\s*fail\b/i.test(removeComments(results));
}

/** Returns a structured field without its comments and quoted texts; whole if one of them has no end. */
function removeComments(field: string): string {
  let [text, depth, isQuoted] = ['', 0, false];
  for (const [token] of field.matchAll(/\\[^]?|["()]|[^\\"()]+/g)) {
    if (token === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (token === '(') depth += 1;
    else if (token === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) text += token;
  }
  return depth > 0 || isQuoted ? field : text;
}
