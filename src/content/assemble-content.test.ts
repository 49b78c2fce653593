import { expect, it } from 'vitest';
import { singletons } from './content-types.ts';
import { setField } from './merge-content.ts';
import { assembleContent } from './assemble-content.ts';
import { releaseFiles } from './release-files.ts';

const answerNotice = (answer: string) =>
  assembleContent(setField(releaseFiles, { file: singletons.terms.file, path: ['notice', 'answer'] }, answer));

it('a term that is not filled in is asked on no page', () => {
  const { services, terms } = answerNotice('');
  expect(services.flatMap(({ questions }) => questions)).not.toContain(terms.notice);
});

it('a term that is filled in is asked once, among the questions about every project', () => {
  const { services, terms, answers } = answerNotice('A month.');
  const pages = services.filter(({ questions }) => questions.includes(terms.notice));
  expect(pages.map(({ slug }) => `/services/${slug}#questions`)).toEqual([answers.general.to]);
});

it('the newest of the dated pages comes first', () => {
  const addNews = (files: typeof releaseFiles, date: string) =>
    setField(files, { file: `news/of-${date}.yaml`, path: [] }, { date });
  const files = ['2026-01-09', '2026-03-01', '2026-02-01'].reduce(addNews, releaseFiles);
  expect(assembleContent(files).news.map(({ date }) => date)).toEqual(['2026-03-01', '2026-02-01', '2026-01-09']);
});
