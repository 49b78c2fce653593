/** What somebody may do in the office; each opens a part of it. */
export const roles = ['enquiries', 'words', 'people'] as const;

export type Role = (typeof roles)[number];

/** Reads the roles of a column, in their order. Names that this code does not know are left out. */
export function parseRoles(column: string): readonly Role[] {
  const names = column.split(' ');
  return roles.filter((role) => names.includes(role));
}

/** Writes roles as a column has them. */
export function formatRoles(given: readonly Role[]): string {
  return roles.filter((role) => given.includes(role)).join(' ');
}
