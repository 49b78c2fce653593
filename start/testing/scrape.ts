import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { SiteUnderTest } from './site-under-test.ts';

export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Where a site that was started with metrics says that they are. */
export function metricsUrl(site: Pick<SiteUnderTest, 'log'>): string {
  const url = /"url":"(http:\/\/127\.0\.0\.1:\d+\/metrics)","msg":"metrics"/.exec(site.log())?.[1];
  if (url === undefined) throw new Error('It serves no metrics');
  return url;
}

/** Everything that a site shows, as Prometheus reads it. */
export async function scrape(site: Pick<SiteUnderTest, 'log'>): Promise<readonly Sample[]> {
  const response = await fetch(metricsUrl(site));
  expect(response.status).toBe(200);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map(readSample);
}

function readSample(line: string): Sample {
  const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === undefined) throw new Error(`This is no sample: ${line}`);
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]);
  return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
}

/** The value of the sample that has these labels and no others. Undefined where there is none. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  return samples.find((one) => one.name === name && isDeepStrictEqual(one.labels, labels))?.value;
}
