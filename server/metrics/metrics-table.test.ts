import { describe, expect, it } from 'vitest';
import { readMonitoring, samplesOfUsedSite, startUsedSite } from '../testing/monitoring.ts';
import { metricsUrl, scrape } from '../testing/scrape.ts';

const readme = readMonitoring('README.md');

describe('the table of metrics', () => {
  it('names every metric of ours with its type and labels, and no other', async () => {
    const site = await startUsedSite();
    const text = await (await fetch(metricsUrl(site))).text();
    const samples = await scrape(site);
    const real = [...text.matchAll(/^# TYPE (?!process_|nodejs_)(\w+) (\w+)$/gm)].map(([, name = '', type]) => {
      const own = samples.filter((sample) => sample.name.replace(/_(?:bucket|sum|count)$/, '') === name);
      const labels = new Set(own.flatMap((sample) => Object.keys(sample.labels)).filter((label) => label !== 'le'));
      return [name, type, labels];
    });
    const rows = [...readme.matchAll(/^\| `(\w+)` +\| (counter|gauge|histogram) +\| ([^|]*)\|/gm)];
    const told = rows.map(([, name, type, labels = '']) => [name, type, new Set(labels.match(/\w+/g))]);
    expect(new Set(told)).toEqual(new Set(real));
    expect(told).toHaveLength(real.length);
  });

  it('names every outcome and state', async () => {
    const samples = await samplesOfUsedSite();
    const values = samples.flatMap(({ labels: { outcome, state } }) => outcome ?? state ?? []);
    expect(values).toContain('quarantined');
    for (const value of values) expect(readme).toContain(`\`${value}\``);
  });
});
