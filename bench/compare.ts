import { type Aim, judge, type Row } from './report.ts';

/** One thing to measure, on our side and on that of what it is compared with. */
export interface Case {
  name: string;
  /** What is measured, each with what it is to reach; undefined where it is only shown. */
  aims: Readonly<Record<string, Aim | undefined>>;
  ours(): Promise<Figures>;
  reference?(): Promise<Figures>;
}

/** The value of each aim's figure. One that is left out could not be measured. */
export type Figures = Readonly<Record<string, number>>;

/**
 * Measures each case `rounds` times. Ours and the reference take turns, so that a machine that grows slow or quick meets both.
 * @param repeated which cases are measured after the first round
 */
export async function compare(
  cases: readonly Case[],
  rounds: number,
  repeated: 'all' | 'those that miss an aim' = 'all',
): Promise<Row[]> {
  const measured = cases.map((one) => ({ one, rows: emptyRows(one) }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { one, rows } of measured) {
      if (round > 1 && repeated !== 'all' && rows.every((row) => judge(row) === 'met')) continue;
      if (process.stderr.isTTY) process.stderr.write(`\r\u001B[KRound ${round}: ${one.name}`);
      for (const side of ['ours', 'reference'] as const) {
        const figures = await one[side]?.();
        for (const row of rows) row[side].push(figures?.[row.figure] ?? NaN);
      }
    }
  }
  return measured.flatMap(({ rows }) => rows);
}

function emptyRows({ name, aims }: Case): Row[] {
  return Object.entries(aims).map(([figure, aim]) => ({ figure, name, aim, ours: [], reference: [] }));
}
