import { expect, test } from 'vitest';
import { anna, startTestOffice } from '../testing/office-under-test.ts';

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test.each(['enquiries', 'content', 'people'] as const)('the role %s sees the statistics of a period', async (role) => {
  const browser = await (await startTestOffice()).browserOf(anna, role);
  const shown = await browser.getView('/statistics', 'statistics');
  expect(shown).toMatchObject({ isCounting: true, period: { unit: 'month' } });
  const { period } = await browser.getView('/statistics?by=week&day=2024-12-25', 'statistics');
  expect(period).toMatchObject({ from: '2024-12-23', until: '2024-12-30', next: '2024-12-30' });
});

test('all tables are in a CSV, with nothing in it that a spreadsheet would run', async () => {
  const { browserOf, statistics } = await startTestOffice();
  const parameters = new URLSearchParams({ page: '/', host: '-2.example' });
  statistics.count({ parameters, userAgent, pagePaths: ['/'] }, 'a');
  await statistics.save();
  const csv = await (await (await browserOf(anna)).get('/statistics.csv')).text();
  expect(csv).toMatch(
    /"Visits","1","0","1 more"\r\n[^]*"Wed 1 January","1","1","0"\r\n[^]*"'-2.example","0","0.0","1",/,
  );
});

test('a person asks for the monthly mail, and takes that back', async () => {
  const browser = await (await startTestOffice()).browserOf(anna);
  const isReader = async () => (await browser.getView('/statistics', 'statistics')).isReader;
  for (const [wanted, action] of [
    ['yes', 'report'],
    ['no', 'no-report'],
  ] as const) {
    expect(await browser.submitForm('/statistics/mail', { wanted })).toEqual([303, `/statistics?done=${action}`]);
    expect(await isReader()).toBe(wanted === 'yes');
  }
});
