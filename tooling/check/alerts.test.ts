import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { declaredProgram } from '../../commands/program.ts';
import { findDocumentFaults, readTree } from './document-faults.ts';

interface Rule {
  alert: string;
  annotations: Record<string, string>;
}

it('every alert names a section of the documents, which is there', () => {
  const { groups } = parse(readFileSync('docs/monitoring/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap(({ rules }) => rules);
  expect(rules.filter(({ annotations }) => !annotations['runbook']?.includes('.md#'))).toEqual([]);
  const tree = readTree(declaredProgram());
  const links = rules.map(({ alert, annotations }) => `[${alert}](${annotations['runbook']})`).join('\n');
  expect(findDocumentFaults({ ...tree, documents: new Map([...tree.documents, ['alerts.md', links]]) })).toEqual([]);
});
