/**
 * One row of CSV (RFC 4180, each cell quoted). A cell that a spreadsheet would take for a formula starts with an
 * apostrophe, as OWASP advises: a visitor must not be able to run one on the operator's machine.
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${withoutFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

// Full-width signs count as formulas in some spreadsheets; white space before the sign is skipped by others.
function withoutFormula(cell: string): string {
  return /^\s*[=+\-@＝＋－＠\t\r]/u.test(cell) ? `'${cell}` : cell;
}
