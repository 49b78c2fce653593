import { describe, expect, it } from 'vitest';
import { readDashboard, type Panel } from '../testing/monitoring.ts';

const { panels, schemaVersion, templating } = readDashboard();

function overlap({ gridPos: a }: Panel, { gridPos: b }: Panel): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

describe('the dashboard', () => {
  it('lets the reader choose the data source, the job and the server, in this order', () => {
    expect(schemaVersion).toBe(41);
    expect(templating.list.map(({ name, type }) => [name, type])).toEqual([
      ['datasource', 'datasource'],
      ['job', 'query'],
      ['instance', 'query'],
    ]);
  });

  it.each(panels.filter(({ type }) => type !== 'row'))('shows “$title” in a unit, with limits and words', (panel) => {
    const chosen = { type: 'prometheus', uid: '${datasource}' };
    expect(panel.datasource).toEqual(chosen);
    expect(new Set(panel.targets?.map(({ datasource }) => JSON.stringify(datasource)))).toEqual(
      new Set([JSON.stringify(chosen)]),
    );
    expect(panel.fieldConfig?.defaults).toMatchObject({ unit: expect.any(String), thresholds: expect.any(Object) });
    expect(panel.description).toMatch(/\w\.$/);
  });

  it('has each panel once, beside the others and within the width', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const panel of panels) {
      expect(panel.gridPos.x + panel.gridPos.w).toBeLessThanOrEqual(24);
      expect(panels.filter((other) => other !== panel && overlap(panel, other))).toEqual([]);
    }
  });
});
