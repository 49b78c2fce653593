/** A table of the report. Its first column names the rows; the others have numbers or short texts. */
export interface ReportTable<Column extends string = string> {
  title: string;
  /** What the table tells, and what it leaves out. */
  note: string;
  columns: Readonly<Record<Column, string>>;
  rows: readonly ReportRow<Column>[];
}

/** Cells by column. `path`: where the name of the row leads, to a page of the site or to the statistics of a month. */
export type ReportRow<Column extends string = string> = Readonly<Record<Column, number | string>>;

/** Returns the cells of each row, in the order of the columns. */
export function listCells({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>): (number | string)[][] {
  return rows.map((row) => Object.keys(columns).map((column) => row[column] ?? ''));
}

/** Returns the rows that say something beside their names. */
export function dropEmptyRows<Row extends ReportRow>(rows: readonly Row[], ...columns: (keyof Row)[]): readonly Row[] {
  return rows.filter((row) => columns.some((column) => row[column] !== 0 && row[column] !== ''));
}

/** Rows of a table at most: a flood of made-up websites must not be a page of ten thousand. */
export const maxTableRows = 100;

/** Returns all rows, those with the highest numbers in some columns first. */
export function sortRows<Row extends object>(rows: readonly Row[], ...columns: (keyof Row)[]): readonly Row[] {
  const compare = (a: Row, b: Row) =>
    columns.map((column) => Number(b[column]) - Number(a[column])).find((difference) => difference !== 0) ?? 0;
  return rows.toSorted(compare);
}

/** Formats how many of a hundred: `1.8`. Empty if there are none to compare with. */
export function formatRate(part: number, whole: number): string {
  return whole === 0 ? '' : ((100 * part) / whole).toFixed(1);
}

/** Columns that have words alone. A page shows them below the name of the row. */
export const remarkColumns = { became: 'Became', remark: 'Remark' } as const;

/** Fewer enquiries say nothing of a rate, and fewer that are missing may be chance. */
const [fewestOfBest, fewestMissing] = [3, 2];

/** Remark on the row with the highest rate. */
export const bestRemark = 'the highest rate';

/**
 * Adds to each row its rate of enquiries to `base`, and a remark to two: to the one with the highest rate, and to the
 * one that loses the most enquiries by a rate below that of all.
 */
export function rankRows<Row extends { enquiries: number }>(rows: readonly Row[], getBase: (row: Row) => number) {
  const compared = rows.filter((row) => getBase(row) > 0);
  const sum = (getNumber: (row: Row) => number) => compared.reduce((total, row) => total + getNumber(row), 0);
  const rateOfAll = sum(({ enquiries }) => enquiries) / sum(getBase);
  const getRate = (row: Row) => row.enquiries / getBase(row);
  const countMissing = (row: Row) => Math.floor(rateOfAll * getBase(row) - row.enquiries);
  const findHighest = (getScore: (row: Row) => number, least: number) =>
    compared.filter((row) => getScore(row) >= least).toSorted((a, b) => getScore(b) - getScore(a))[0];
  const best = findHighest((row) => (row.enquiries < fewestOfBest ? 0 : getRate(row)), rateOfAll);
  const worst = findHighest(countMissing, fewestMissing);
  const getRemark = (row: Row) => {
    if (row === best) return bestRemark;
    return row === worst ? `at the rate of all it would bring ${countMissing(row)} more` : '';
  };
  return rows.map((row) => ({ ...row, rate: formatRate(row.enquiries, getBase(row)), remark: getRemark(row) }));
}
