import { expect, it } from 'vitest';

import { type ContentFiles, setField } from '../../content/merge-content.ts';
import { releaseFiles } from '../../content/release-files.ts';
import { findAddressChanges } from './address-changes.ts';
import { groupChangesByFile } from './changed-files.ts';
import { computePageChange } from './editor/page-change.ts';

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

const getShownPath = (file: string) => `/assets/picture-${file}-480.avif`;

it('a new picture is told in its words, without what says nothing to a person', () => {
  const pictures = [{ path: getShownPath(first), isRemoved: false }];
  const after = 'In words: A desk\nFocal point: 50 % from the left, 50 % from the top';
  expect(listChanges(releaseFiles, withPicture(first))).toMatchObject([{ title: 'Picture, new', pictures, after }]);
});

it('another picture is one change, with that before it marked as removed', () => {
  const focus = { file: 'about.yaml', path: ['picture', 'focus'] };
  const [change, ...others] = listChanges(withPicture(first), setField(withPicture(second, 8), focus, [40, 30]));
  expect(change?.pictures).toEqual([
    { path: getShownPath(first), isRemoved: true },
    { path: getShownPath(second), isRemoved: false },
  ]);
  expect([change?.after, others]).toEqual([expect.stringContaining('40 % from the left, 30 % from the top'), []]);
});

it('blocks are told as their texts, in their order, with short names', () => {
  const file = 'pages/new.yaml';
  const steps = { title: 'How', items: [{ title: 'First', text: 'Ask.' }] };
  const blocks = [{ text: 'A text' }, { picture: { picture: { ...picture, file: first }, caption: '' } }, { steps }];
  const [change] = listChanges({}, { [file]: { title: 'New', blocks } });
  expect(change?.after).toMatch(
    /^Heading: New\nText: A text\nPicture:\nIn words: A desk\nFocal point: .*\nSteps:\nTitle: How\n/,
  );
});

it.each([1, 2])('a block that is added at place %s of two is one change, with its own texts alone', (index) => {
  const file = 'pages/new.yaml';
  const figures = [{ value: '3 days', text: 'to close' }];
  const blocks: object[] = [{ text: 'A text' }, { text: 'Another' }];
  const publish = (...all: object[]) => ({ [file]: { title: 'New', blocks: all } });
  const added = blocks.toSpliced(index, 0, { figures });
  const [change, ...others] = listChanges(publish(...blocks), publish(...added));
  expect(change).toMatchObject({ title: `Block ${index + 1}, new`, after: expect.stringContaining('3 days') });
  expect([change?.after?.includes('text: A'), change?.before, others]).toEqual([false, undefined, []]);
  expect(listChanges(publish(...added), publish(...blocks))).toMatchObject([{ title: `Block ${index + 1}, removed` }]);
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
  const changes = computePageChange(before, { file, newFile, redirectTo: '/services/new' }, value);
  const after = Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, each]) => each !== null));
  const changedFiles = groupChangesByFile(before, after);
  expect(changedFiles.map((changed) => changed.file)).toEqual([newFile, 'redirects.yaml']);
  expect(changedFiles[0]?.fields).toMatchObject([
    { title: 'Address', after: '/services/old → /services/new' },
    { after: 'Another title' },
  ]);
});

it('a page whose redirect leads to a new one of its kind has moved, whatever their titles; of another kind none has', () => {
  const before = { ...releaseFiles, 'news/old.yaml': { title: 'Old' } };
  const redirects = { 'redirects.yaml': { items: [{ from: '/news/old', to: '/news/new' }] } };
  const moved = { ...releaseFiles, ...redirects, 'news/new.yaml': { title: 'New' } };
  expect([...findAddressChanges(before, moved)]).toEqual([['news/old.yaml', 'news/new.yaml']]);
  const ofAnotherKind = { ...releaseFiles, 'pages/old.yaml': { title: 'Old' } };
  expect([...findAddressChanges(before, ofAnotherKind)]).toEqual([]);
});

it('a colour is told with the name of what it is a part of', () => {
  const colour = { file: 'services/sap.yaml', path: ['gradient', 0] };
  expect(listChanges(releaseFiles, setField(releaseFiles, colour, 'rose'))[0]?.title).toContain(' › ');
});
