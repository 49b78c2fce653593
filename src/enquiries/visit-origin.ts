import type { VisitOrigin } from './model.ts';

/** What is known of a visit, by its name for people. */
export const originLabels: Readonly<Record<keyof VisitOrigin, string>> = {
  page: 'Form opened from',
  firstPage: 'Visit began on',
  host: 'Came from',
  campaign: 'Campaign',
};

/** The names of what is known of a visit, in the order in which it is shown. */
export const originNames = Object.keys(originLabels) as (keyof VisitOrigin)[];

/** Returns what is known of a visit, each with its name. */
export function listOriginFacts(origin: VisitOrigin | null): readonly [label: string, value: string][] {
  return originNames.flatMap((name) => (origin?.[name] ? [[originLabels[name], origin[name]]] : []));
}
