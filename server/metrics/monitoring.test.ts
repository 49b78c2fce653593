import { spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../metrics.ts';
import { scrape, type Sample } from '../../start/testing/scrape.ts';
import { startSite, temporaryDirectory } from '../../start/testing/site-under-test.ts';
import { submit } from '../../start/testing/submissions.ts';

type Rule = Record<'alert' | 'expr', string> & Record<'labels' | 'annotations', Record<string, string>>;
type Panel = Record<'type' | 'title' | 'description', string> & {
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>;
  datasource?: unknown;
  targets?: { expr: string }[];
};
type Dashboard = {
  panels: Panel[];
  annotations: { list: { expr: string }[] };
  templating: { list: { name: string }[] };
};

const root = join(import.meta.dirname, '..', '..');
const pathOf = (name: string): string => join(root, 'docs', 'monitoring', name);
const read = (name: string): string => readFileSync(pathOf(name), 'utf8');

const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const scenarios = read('alerts.test.yml');
const { panels, annotations, templating } = JSON.parse(read('dashboard.json')) as Dashboard;
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

describe('a running server', () => {
  it('shows all that the alerts, their tests and the dashboard ask for', async () => {
    const up = { name: 'up', labels: { job: '', instance: '' }, value: 1 };
    const samples = [...(await useSite()), up];
    const series = [...scenarios.matchAll(/series: (.*)/g)].map(([, one = '']) => one);
    const expressions = [...rules.map(({ expr }) => expr), ...series, ...drawn];
    expect(expressions.flatMap((expr) => missing(expr, samples))).toEqual([]);
    const wrong = "sum by (job, x) (rate(up[5m])) / mail_deliveries_total{outcome='lost'} > gone";
    expect(missing(wrong, samples)).toEqual(['x', "mail_deliveries_total{outcome='lost'}", 'gone']);
  });
});

describe('the alerts', () => {
  const advice = rules.map((rule) => rule.annotations['description']).join(' ');

  it.each(rules)(
    'say of $alert what is wrong and what to do',
    ({ expr, labels, annotations: { summary, description } }) => {
      expect(['critical', 'warning', 'info']).toContain(labels['severity']);
      expect(summary?.length).toBeLessThan(100);
      expect(description?.length).toBeGreaterThan(100);
      const kept = /by \((.*?)\)/.exec(expr)?.[1] ?? 'job, instance';
      for (const [, label] of `${summary} ${description}`.matchAll(/\$labels\.(\w+)/g)) expect(kept).toContain(label);
    },
  );

  it('quote the log as it is written', () => {
    const names = globSync('{process,server,start}/**/!(*.test).ts', { cwd: root });
    const sources = names.map((name) => readFileSync(join(root, name), 'utf8')).join('');
    const quoted = [...advice.matchAll(/"(.*?)"/g)]
      .map(([, words = '']) => words)
      .filter((words) => words.includes(' '));
    expect(quoted.length).toBeGreaterThan(3);
    expect(quoted.filter((words) => !sources.includes(words))).toEqual([]);
  });

  it('name commands that there are', () => {
    const directory = join(root, 'commands');
    const files = readdirSync(directory).filter((name) => name.endsWith('.ts'));
    const commands = files.map((name) => readFileSync(join(directory, name), 'utf8'));
    const verbs = [...advice.matchAll(/`(?:npm run admin -- )?enquiries (\w+)/g)].map(([, verb]) => verb);
    expect(verbs).toContain('release');
    expect(verbs.filter((verb) => !commands.some((source) => source.includes(`name: '${verb}'`)))).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('asks the data source, the job and the server that the reader chooses, and explains what it shows', () => {
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'job', 'instance']);
    for (const { title, datasource, description } of panels.filter(({ type }) => type !== 'row')) {
      expect(datasource, title).toEqual({ type: 'prometheus', uid: '${datasource}' });
      expect(description, title).toMatch(/\w\.$/);
    }
  });

  it('has no panel over another or beyond the width', () => {
    const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
    );
    expect(new Set(places).size).toBe(places.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  });
});
