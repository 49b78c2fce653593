/** Roles in the office; each gives access to one part of it. */
export const allRoles = ['enquiries', 'content', 'people'] as const;

export type Role = (typeof allRoles)[number];

/** Returns the role with this name. Scripts, open pages and servers of the release before call `content` `words`. */
export function findRole(name: string): Role | undefined {
  return name === 'words' ? 'content' : allRoles.find((role) => role === name);
}

/** Returns the roles of the column `roles`, in the order of `allRoles`. Unknown names are dropped. */
export function parseRoles(column: string): readonly Role[] {
  const roles = new Set(column.split(' ').map(findRole));
  return allRoles.filter((role) => roles.has(role));
}

/**
 * Returns the value of the column `roles`: names separated by spaces, in the order of `allRoles`. `words` stays beside
 * `content` for servers of the release before, which know it alone.
 */
export function formatRoles(assignedRoles: readonly Role[]): string {
  const roles = allRoles.filter((role) => assignedRoles.includes(role));
  return roles.map((role) => (role === 'content' ? 'content words' : role)).join(' ');
}
