import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CostChart } from './cost-chart.tsx';

const paidBack = (build: number, run: number) => {
  const options = [
    { name: 'Nothing', build: 0, run: 50 },
    { name: 'Other', build: 900, run: 49 },
    { name: 'Chosen', build, run },
  ];
  const words = { columns: [], year: 'Year', paidBack: 'Paid back', years: 10 };
  const markup = renderToStaticMarkup(<CostChart {...words} options={options} />);
  return [...markup.matchAll(/font-bold"><line[^>]*><\/line><text[^>]*>(\d+)/g)].map(([, year]) => year);
};

test('an option is paid back in the year in which what it saves has reached what it cost to build', () => {
  expect(paidBack(100, 30)).toEqual(['5']);
  expect(paidBack(101, 30)).toEqual(['6']);
});

test('an option that saves nothing, or too little for the years that are drawn, is never paid back', () => {
  expect(paidBack(100, 50)).toEqual([]);
  expect(paidBack(100, 60)).toEqual([]);
  expect(paidBack(600, 0)).toEqual([]);
});
