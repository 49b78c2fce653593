/** Roles in the office; each gives access to one part of it. */
export const allRoles = ['enquiries', 'words', 'people'] as const;

/** Name of a role. */
export type Role = (typeof allRoles)[number];

/** Returns the roles of the column `roles`, in the order of `allRoles`. Unknown names are dropped. */
export function parseRoles(column: string): readonly Role[] {
  const names = column.split(' ');
  return allRoles.filter((role) => names.includes(role));
}

/** Returns the value of the column `roles`: names separated by spaces, in the order of `allRoles`. */
export function formatRoles(assignedRoles: readonly Role[]): string {
  return allRoles.filter((role) => assignedRoles.includes(role)).join(' ');
}
