import { expect, it } from 'vitest';

import { type ContentFiles, setField } from '../../content/merge-content.ts';
import { releaseFiles } from '../../content/release-files.ts';
import { groupChangesByFile } from './changed-files.ts';
import { changePage } from './editor/change-page.ts';

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
const listChanges = (before: ContentFiles, after: ContentFiles) =>
  groupChangesByFile(before, after).flatMap(({ fields }) => fields);

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

it('another address of a page is one change beside those of its texts', () => {
  const [file, newFile] = ['services/old.yaml', 'services/new.yaml'];
  const before = { ...releaseFiles, [file]: releaseFiles['services/sap.yaml'] };
  const value = setField(before, { file, path: ['title'] }, 'Another title')[file];
  const changes = changePage(before, { file, newFile, redirectTo: '/services/new' }, value);
  const after = Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, each]) => each !== null));
  const changedFiles = groupChangesByFile(before, after);
  expect(changedFiles.map((changed) => changed.file)).toEqual([newFile, 'redirects.yaml']);
  expect(changedFiles[0]?.fields).toMatchObject([
    { title: 'Address', after: '/services/old → /services/new' },
    { after: 'Another title' },
  ]);
});
