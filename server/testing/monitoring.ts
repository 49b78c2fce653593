import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createMetrics } from '../metrics.ts';
import { scrape, type Sample } from './scrape.ts';
import { startSite, type SiteUnderTest } from './site-under-test.ts';
import { submit } from './submissions.ts';

/** Of a rule file of Prometheus, and of a dashboard of Grafana, what the tests look at. */
export interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

export interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: unknown;
  fieldConfig?: { defaults: object };
  targets?: { expr: string; datasource: unknown }[];
}

interface Dashboard {
  schemaVersion: number;
  panels: Panel[];
  templating: { list: { name: string; type: string; definition?: string }[] };
  annotations: { list: { expr: string }[] };
}

/** One of the files in docs/monitoring/, as text. */
export function readMonitoring(name: string): string {
  return readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'monitoring', name), 'utf8');
}

export function readRules(): Rule[] {
  const { groups } = parse(readMonitoring('alerts.yml')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

export function readDashboard(): Dashboard {
  return JSON.parse(readMonitoring('dashboard.json')) as Dashboard;
}

/** What Prometheus itself adds to every sample. */
export const addedLabels: readonly string[] = ['job', 'instance'];

/** A server with metrics that has been used a little. */
export async function startUsedSite(): Promise<SiteUnderTest> {
  const site = await startSite({}, { metrics: createMetrics(0, ['/', '/about']) });
  await submit(site);
  await fetch(`${site.url}/nowhere`);
  await site.composition.enquiries.deliverDue();
  return site;
}

/** What it shows. */
export async function samplesOfUsedSite(): Promise<readonly Sample[]> {
  return scrape(await startUsedSite());
}
