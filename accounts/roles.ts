/** Roles in the office; each gives access to one part of it. */
export const roles = ['enquiries', 'words', 'people'] as const;

export type Role = (typeof roles)[number];

/** Parses the column `roles`, separated by spaces, into the order of `roles`. Unknown names are dropped. */
export function parseRoles(column: string): readonly Role[] {
  const names = column.split(' ');
  return roles.filter((role) => names.includes(role));
}

/** Returns the value of the column `roles`: the names separated by spaces. */
export function formatRoles(given: readonly Role[]): string {
  return roles.filter((role) => given.includes(role)).join(' ');
}
