import { expect, it } from 'vitest';

import { compareContent, setField } from '../../content/merge-content.ts';
import { releaseFiles } from '../../content/release-files.ts';
import { groupChangesByFile } from './changed-files.ts';

const [first, second] = ['a'.repeat(24), 'b'.repeat(24)];
const picture = {
  width: 9,
  height: 9,
  color: '#000000',
  focus: [50, 50],
  alt: 'A desk',
  decorative: false,
  credit: '',
};
const withPicture = (file: string, width = 9) =>
  setField(releaseFiles, { file: 'about.yaml', path: ['picture'] }, { ...picture, file, width });
const listChanges = (...[before, after]: Parameters<typeof compareContent>) =>
  groupChangesByFile(compareContent(before, after), after).flatMap(({ fields }) => fields);

it('a new picture is shown with its words, and without what says nothing to a person', () => {
  const changes = listChanges(releaseFiles, withPicture(first));
  expect(changes).toMatchObject([{ title: 'Picture', thumbnails: [`/assets/picture-${first}-480.avif`] }]);
  expect(changes[0]?.after).toContain('A desk');
  expect(changes[0]?.after).not.toMatch(/aaa|#000/);
});

it('another file of a picture is one change', () => {
  const changes = listChanges(withPicture(first), withPicture(second, 8));
  expect(changes).toMatchObject([{ after: '', thumbnails: [`/assets/picture-${second}-480.avif`] }]);
});

it('a choice is told by its label', () => {
  const drawing = { file: 'services/sap.yaml', path: ['structure'] };
  const [change] = listChanges(releaseFiles, setField(releaseFiles, drawing, 'market-hall'));
  expect(change?.after).toMatch(/^[A-Z][a-z ]+$/);
});
