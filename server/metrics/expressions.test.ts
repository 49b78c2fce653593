import { describe, expect, it } from 'vitest';
import { addedLabels, readDashboard, readRules, samplesOfUsedSite } from '../testing/monitoring.ts';
import { readPromql, type Selector } from '../testing/promql.ts';
import type { Sample } from '../testing/scrape.ts';

/** As Grafana fills an expression in before Prometheus sees it. */
const filledIn = (text: string): string =>
  text.replaceAll('$__rate_interval', '1m').replaceAll(/"\$(?:job|instance)"/g, '".+"');

const dashboard = readDashboard();
const expressions: [where: string, text: string][] = [
  ...readRules().map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [title, filledIn(expr)]),
  ),
  ...dashboard.annotations.list.map(({ expr }): [string, string] => ['annotation', filledIn(expr)]),
];

/** What a selector asks for that a server never shows; undefined where all is there. */
function missing({ metric, matchers }: Selector, samples: readonly Sample[]): string | undefined {
  // Prometheus' own, of every target.
  if (metric === 'up') return undefined;
  const ofMetric = samples.filter(({ name }) => name === metric);
  if (ofMetric.length === 0) return `the metric ${metric}`;
  for (const { label, operator, value } of matchers.filter((one) => !addedLabels.includes(one.label))) {
    const matches = operator.endsWith('~')
      ? (text: string) => new RegExp(`^(?:${value})$`).test(text)
      : (text: string) => text === value;
    if (!ofMetric.some(({ labels: { [label]: text } }) => text !== undefined && matches(text))) {
      return `${metric}{${label}${operator}"${value}"}`;
    }
  }
  return undefined;
}

function labelsOf(selectors: readonly Selector[], samples: readonly Sample[]): string[] {
  const names = new Set(selectors.map(({ metric }) => metric));
  return samples.filter(({ name }) => names.has(name)).flatMap(({ labels }) => Object.keys(labels));
}

describe('every expression of the rules and the dashboard', () => {
  it('is understood by Prometheus', () => {
    expect(expressions.length).toBeGreaterThan(30);
    for (const [, text] of expressions) expect(readPromql(text).selectors.length, text).toBeGreaterThan(0);
    expect(() => readPromql('sum by (job) (rate(up[5m])')).toThrow('No PromQL');
  });

  it('asks for metrics, labels and values that a running server has', async () => {
    const samples = await samplesOfUsedSite();
    const faults = expressions.flatMap(([where, text]) => {
      const { selectors, grouping } = readPromql(text);
      const labels = new Set([...addedLabels, ...labelsOf(selectors, samples)]);
      const notThere = selectors.map((one) => missing(one, samples)).filter((one) => one !== undefined);
      return [...notThere, ...grouping.filter((label) => !labels.has(label))].map((fault) => `${where}: ${fault}`);
    });
    expect(faults).toEqual([]);
  });
});
