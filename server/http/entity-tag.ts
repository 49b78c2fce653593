/**
 * Whether If-None-Match names the entity tag: it may list several or be `*`, and it compares weakly (RFC 9110, 13.1.2),
 * since ours may be weak, and a proxy that compresses weakens one that is not.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  const candidates = (ifNoneMatch ?? '').split(',').map((candidate) => candidate.trim().replace(/^W\//, ''));
  return candidates.some((candidate) => candidate === '*' || candidate === entityTag.replace(/^W\//, ''));
}
