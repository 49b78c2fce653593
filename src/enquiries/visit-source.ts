import type { VisitSource } from './model.ts';

/** What is known of a visit, by its name for people. */
export const visitSourceLabels: Readonly<Record<keyof VisitSource, string>> = {
  page: 'Form opened from',
  firstPage: 'Visit began on',
  host: 'Came from',
  campaign: 'Campaign',
};

export const visitSourceFieldNames = Object.keys(visitSourceLabels) as (keyof VisitSource)[];

/** Returns what is known of a visit, each with its name. */
export function listVisitSourceFacts(source: VisitSource | null): readonly [label: string, value: string][] {
  return visitSourceFieldNames.flatMap((name) => (source?.[name] ? [[visitSourceLabels[name], source[name]]] : []));
}
