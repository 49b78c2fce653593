import { expect, test } from 'vitest';

import { services } from '../../content/services/index.ts';

test('no two neighbours in the menu of the services are arranged alike', () => {
  const alike = services.filter(({ composition }, index) => composition === services[index + 1]?.composition);
  expect(alike.map(({ name }) => name)).toEqual([]);
});

test('each row of a service’s example has a cell for every column', () => {
  for (const { name, diagram } of services)
    for (const row of diagram?.rows ?? []) expect(row, `${name}: ${row[0]}`).toHaveLength(diagram?.columns.length ?? 0);
});
