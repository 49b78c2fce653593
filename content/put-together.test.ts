import { expect, it } from 'vitest';
import { singles } from './kinds.ts';
import { withField } from './merge-words.ts';
import { putTogether } from './put-together.ts';
import { files } from './stored-words.ts';

const answerNotice = (answer: string) =>
  putTogether(withField(files, { file: singles.terms.file, path: ['notice', 'answer'] }, answer));

it('a term that is not filled in is asked on no page', () => {
  const { services, terms } = answerNotice('');
  expect(services.flatMap(({ questions }) => questions)).not.toContain(terms.notice);
});

it('a term that is filled in is asked once, among the questions about every project', () => {
  const { services, terms, answers } = answerNotice('A month.');
  const pages = services.filter(({ questions }) => questions.includes(terms.notice));
  expect(pages.map(({ slug }) => `/services/${slug}#questions`)).toEqual([answers.general.to]);
});
