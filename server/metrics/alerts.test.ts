import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addedLabels, readRules } from '../testing/monitoring.ts';
import { readPromql } from '../testing/promql.ts';

const rules = readRules();
const advice = rules.map(({ annotations }) => annotations.description).join(' ');
const root = join(import.meta.dirname, '..', '..');

describe('an alert', () => {
  it.each(rules)('$alert says what is wrong and what to do', ({ alert, expr, labels, annotations }) => {
    expect(rules.filter((other) => other.alert === alert)).toHaveLength(1);
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(annotations.summary.length).toBeLessThan(100);
    expect(annotations.description.length).toBeGreaterThan(100);
    const known = [...readPromql(expr).grouping, ...addedLabels];
    const used = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
    for (const label of used) expect(known).toContain(label);
  });

  it('quotes the log as it is written', () => {
    const sources = ['compose.ts', 'app.ts'].map((file) => readFileSync(join(root, 'server', file), 'utf8'));
    const quoted = [...advice.matchAll(/"([^"]*)"/g)].map(([, words = '']) => words);
    const ofTheLog = quoted.filter((words) => words.includes(' '));
    expect(ofTheLog.length).toBeGreaterThan(3);
    expect(ofTheLog.filter((words) => !sources.some((source) => source.includes(words)))).toEqual([]);
  });

  it('names commands that there are', () => {
    const commands = readdirSync(join(root, 'bin', 'commands'));
    const verbs = [...advice.matchAll(/`(?:npm run admin -- )?enquiries (\w+)/g)].map(([, verb]) => verb);
    expect(verbs).toContain('release');
    for (const verb of verbs)
      expect(commands.filter((file) => file.startsWith(`${verb}-`)).length, verb).toBeGreaterThan(0);
  });
});
