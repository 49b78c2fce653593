/**
 * Whether If-None-Match names the entity tag: it may list several or be `*`, and it compares weakly (RFC 9110, 13.1.2),
 * since ours may be weak, and a proxy that compresses weakens one that is not. False for a list that is longer than a cache has
 * reason to send: the whole answer is right as well.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch.length > 1000) return false;
  const candidates = ifNoneMatch.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''));
  return candidates.some((candidate) => candidate === '*' || candidate === entityTag.replace(/^W\//, ''));
}
