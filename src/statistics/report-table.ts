/** A table of the report. Its first column names the rows; the others have numbers or short texts. */
export interface ReportTable<Column extends string = string> {
  title: string;
  /** What the table tells, and what it leaves out. */
  note: string;
  columns: Readonly<Record<Column, string>>;
  rows: readonly ReportRow<Column>[];
  /** Path to which the name of each row leads: of a page of the site, or of the statistics of a month. */
  paths?: readonly string[];
}

export type ReportRow<Column extends string = string> = Readonly<Record<Column, number | string>>;

/** Returns the cells of each row, in the order of the columns. */
export function listCells({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>): (number | string)[][] {
  return rows.map((row) => Object.keys(columns).map((column) => row[column] ?? ''));
}

/** Rows of a table at most: a flood of made-up websites must not be a page of ten thousand. */
export const maxTableRows = 100;

/** Returns the first rows, those with the highest numbers in some columns first. */
export function sortAndLimitRows<Row extends ReportRow>(
  rows: readonly Row[],
  ...columns: readonly (keyof Row)[]
): readonly Row[] {
  const compare = (a: Row, b: Row) =>
    columns.map((column) => Number(b[column]) - Number(a[column])).find((difference) => difference !== 0) ?? 0;
  return rows.toSorted(compare).slice(0, maxTableRows);
}
