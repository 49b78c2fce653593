import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../metrics.ts';
import { scrape, type Sample } from '../../start/testing/scrape.ts';
import { startSite, temporaryDirectory } from '../../start/testing/site-under-test.ts';
import { submit } from '../../start/testing/submissions.ts';

type Rule = Record<'alert' | 'expr', string> & Record<'labels' | 'annotations', Record<string, string>>;
type Expression = { expr: string };

const root = join(import.meta.dirname, '..', '..');
const pathOf = (name: string): string => join(root, 'docs', 'monitoring', name);
const read = (name: string): string => readFileSync(pathOf(name), 'utf8');

const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const scenarios = read('alerts.test.yml');
const { panels, annotations } = JSON.parse(read('dashboard.json')) as {
  panels: { targets?: Expression[] }[];
  annotations: { list: Expression[] };
};
const drawn = [...panels.flatMap(({ targets = [] }) => targets), ...annotations.list].map(({ expr }) => expr);

const installed = spawnSync('promtool', ['--version']).status === 0;
if (!installed) console.warn('Not tested: promtool is not installed. As root on Debian: apt-get install prometheus');

/** What promtool has against a file of rules; nothing if all is well. */
function complaints(command: 'check' | 'test', path: string): string {
  const { status, stdout, stderr } = spawnSync('promtool', [command, 'rules', path], { encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
}

describe.skipIf(!installed)('Prometheus', () => {
  it('understands the alerts', () => expect(complaints('check', pathOf('alerts.yml'))).toBe(''));

  it('fires each alert in its fault, and none before or in health', () => {
    expect(complaints('test', pathOf('alerts.test.yml'))).toBe('');
    for (const { alert } of rules) expect(scenarios).toContain(`alertname="${alert}"`);
  });

  it('understands the expressions of the dashboard', () => {
    const path = join(temporaryDirectory(), 'rules.json');
    const recorded = drawn.map((expr, n) => ({ record: `drawn_${n}`, expr: expr.replace('$__rate_interval', '1m') }));
    writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
    expect(complaints('check', path)).toBe('');
  });
});

/** What a server shows that has been used a little. */
async function useSite(): Promise<readonly Sample[]> {
  const site = await startSite({}, { metrics: createMetrics(0, ['/', '/about']) });
  await submit(site);
  await site.core.enquiries.deliverDue();
  return scrape(site);
}

/** What an expression asks for and no sample has: a metric with these labels and values, or a label to group by. */
function missing(expr: string, samples: readonly Sample[]): string[] {
  const selectors = expr.replaceAll(/\[.*?\]|by \(.*?\)/g, '').matchAll(/\b([a-z]\w*)\b(?!\s*\()(?:\{(.*?)\})?/g);
  const grouping = [...expr.matchAll(/by \((.*?)\)/g)].flatMap(([, labels = '']) => labels.split(', '));
  const unknown = grouping.filter((name) => !samples.some(({ labels }) => name in labels));
  const notShown = [...selectors].flatMap(([selector, metric, matchers = '']) => {
    const own = samples.filter(({ name }) => name === metric);
    // Prometheus itself adds job and instance.
    const asked = [...matchers.matchAll(/\b(?!job|instance)(\w+)!?(=~?)(["'])(.*?)\3/g)];
    const shown = asked.every(([, label = '', operator, , value = '']) => {
      const fits = (text = ''): boolean =>
        operator === '=' ? text === value : new RegExp(`^(?:${value})$`).test(text);
      return own.some(({ labels }) => fits(labels[label]));
    });
    return own.length > 0 && shown ? [] : [selector];
  });
  return [...unknown, ...notShown];
}

it('a running server shows all that the alerts, their tests and the dashboard ask for', async () => {
  const samples = [...(await useSite()), { name: 'up', labels: { job: '', instance: '' }, value: 1 }];
  const series = [...scenarios.matchAll(/series: (.*)/g)].map(([, one = '']) => one);
  const expressions = [...rules.map(({ expr }) => expr), ...series, ...drawn];
  expect(expressions.flatMap((expr) => missing(expr, samples))).toEqual([]);
});
