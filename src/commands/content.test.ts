import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { getField, setField } from '../content/merge-content.ts';
import { packageDirectory } from '../process/package-info.ts';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { getContactFieldRef, publishField } from '../start/testing/publish-field.ts';
import { startCommandTest } from './testing/command-test.ts';

const phone = getContactFieldRef('phone');
const product = 'products/medicine-delivery.yaml';

/** A copy of the project's own content, and what its files say. */
function checkout() {
  const folder = createTemporaryDirectory();
  cpSync(join(packageDirectory, 'content'), join(folder, 'content'), { recursive: true });
  const texts = () =>
    readdirSync(join(folder, 'content'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => [file, readFileSync(join(folder, 'content', file), 'utf8')] as const);
  return { folder, texts };
}

it('content goes into a checkout, where a file that says the same keeps each byte, and one that is no longer published goes', async () => {
  const operator = await startCommandTest();
  const { folder, texts } = checkout();
  const before = texts();
  expect(await operator.runJson('content', 'export', folder)).toEqual({ written: [], removed: [] });
  expect(texts()).toEqual(before);
  await publishField(operator, phone, '+44 117 496 0999');
  cpSync(join(folder, 'content', product), join(folder, 'content', 'products', 'old.yaml'));
  const exported = await operator.runJson('content', 'export', folder);
  expect(exported).toEqual({ written: ['site.yaml'], removed: ['products/old.yaml'] });
  expect(texts().map(([file]) => file)).toEqual(before.map(([file]) => file));
});

it('pictures go into a checkout with what names them, come back, and are named if they are missing', async () => {
  const [operator, other, { folder }] = [await startCommandTest(), await startCommandTest(), checkout()];
  const [file, about] = ['a'.repeat(24), join(folder, 'content/about.yaml')];
  const looks = { width: 400, height: 300, color: '#000000', focus: [0, 0] };
  const names = [`pictures/picture-${file}-480.avif`, `pictures/picture-${file}.jpg`];
  const assets = names.map((name) => ({ path: `/assets/${basename(name)}`, body: Buffer.from(name) }));
  for (const asset of assets) await operator.assetStore.save({ ...asset, encoding: 'identity' }, new Date());
  const picture = { file, ...looks, alt: 'x', decorative: false, credit: '' };
  await publishField(operator, { file: 'about.yaml', path: ['picture'] }, picture);
  const written = ['about.yaml', ...names];
  expect(await operator.runJson('content', 'export', folder)).toEqual({ written, removed: [] });
  expect(await operator.runJson('content', 'export', folder)).toEqual({ written: [], removed: [] });
  expect(await other.run('content', 'import', about, '--reason', 'x')).toMatchObject({ code: 0 });
  for (const { path, body } of assets) expect((await other.assetStore.readBodies(path)).get('identity')).toEqual(body);
  expect(await other.runJson('content', 'undo')).toEqual({ number: 2 });
  const withPicture = readFileSync(about, 'utf8').replaceAll(file, 'b'.repeat(24));
  expect(await other.runJson('content', 'export', folder)).toEqual({ written: ['about.yaml'], removed: names });
  writeFileSync(about, withPicture);
  const refused = { code: 1, err: expect.stringContaining(`picture-${'b'.repeat(24)}-480.avif`) };
  expect(await other.run('content', 'import', about, '--reason', 'x')).toMatchObject(refused);
});

it.each(['../../x.yaml', 'services/..\\..\\x.yaml', 'legal/\0.yaml'])(
  'nothing is written outside of the content that a row calls %j',
  async (name) => {
    const operator = await startCommandTest();
    const { releaseFiles } = await operator.contentRepository.readPublishedContent();
    const files = { ...releaseFiles, [name]: releaseFiles[product] };
    await operator.revisionStore.publishRevision({ by: 'anna@ours.example', reason: 'x', files, baseRevision: 0 });
    const exported = await operator.runJson('content', 'export', checkout().folder);
    expect(exported).toEqual({ written: [], removed: [] });
  },
);

it('single files are published as they are written, or as the release has them, and all else stays', async () => {
  const operator = await startCommandTest();
  const { folder } = checkout();
  const { releaseFiles } = await operator.contentRepository.readPublishedContent();
  const importing = (...files: string[]) => operator.run('content', 'import', ...files, '--reason', 'x');
  await publishField(operator, phone, '+44 117 496 0999');
  const file = join(folder, 'content', product);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*/m, 'title: Written'));
  expect(await importing(file)).toMatchObject({ code: 0 });
  const title = { file: product, path: ['title'] };
  const published = async () => (await operator.contentRepository.readPublishedContent()).files;
  expect(getField(await published(), title)).toBe('Written');
  expect(getField(await published(), phone)).toBe('+44 117 496 0999');
  expect(await importing('site.yaml', product)).toMatchObject({ code: 0, out: expect.stringContaining('number 3') });
  expect(await published()).toEqual(releaseFiles);
  expect(await importing('site.yaml')).toMatchObject({ code: 1, err: expect.stringContaining('Nothing would change') });
});

it.each([
  ['that is none', 'content/nothing.yaml', undefined, /^There is no file .*nothing\.yaml/],
  ['that is no YAML', 'content/home.yaml', 'hero: [', /home\.yaml, line 1: /],
  ['with a fault', 'content/home.yaml', 'hero: {}', /home\.yaml seo is missing/],
  ['that is no part of the content', 'content/notes/home.yaml', 'a: b', /notes\/home\.yaml is no part of the content/],
])('a file %s is refused, and nothing is published', async (_what, name, text, err) => {
  const operator = await startCommandTest();
  const path = join(createTemporaryDirectory(), name);
  mkdirSync(dirname(path), { recursive: true });
  if (text !== undefined) writeFileSync(path, text);
  const refused = { code: 1, out: '', err: expect.stringMatching(err) };
  expect(await operator.run('content', 'import', path, '--reason', 'x')).toEqual(refused);
  expect(await operator.revisionStore.readNewestNumber()).toBe(0);
});

it('publications are listed and taken back, and the history has who did it', async () => {
  const operator = await startCommandTest();
  const { run, runJson, enquiries } = operator;
  expect((await run('content', 'list')).out).toContain('Nothing was published');
  await publishField(operator, phone, '+44 1');
  expect((await run('content', 'list')).out).toMatch(/^NUMBER .*\n1 .* anna@ours\.example +Another text\n$/);
  expect(await runJson('content', 'undo')).toEqual({ number: 2 });
  expect(await enquiries.listEvents({ limit: 1 })).toMatchObject([
    { action: 'publish', actor: 'the command', detail: '2' },
  ]);
});

it('where a release does not fit, doctor names the fields, and its own files are published', async () => {
  const { revisionStore, contentRepository, run, runJson } = await startCommandTest();
  const { releaseFiles } = await contentRepository.readPublishedContent();
  const headline = { file: 'home.yaml', path: ['hero', 'headline'] };
  const files = setField(setField(releaseFiles, headline, 'x'.repeat(500)), phone, '+44 1');
  await revisionStore.publishRevision({ by: 'anna@ours.example', reason: 'Before', files, baseRevision: 0 });
  const failed = /^failed +content +revision 1 cannot be shown.*\n +Home: .*Headline has 500 char/m;
  expect((await run('doctor')).out).toMatch(failed);
  expect(await runJson('content', 'import', 'home.yaml', '--reason', 'x')).toEqual({ number: 2 });
  expect((await run('doctor')).out).toMatch(
    /^ok +content +revision 2 is published; the release differs in site\.yaml$/m,
  );
});

it('where the database has a publication that cannot be read, doctor says so', async () => {
  const { database, run, ...operator } = await startCommandTest();
  await publishField(operator, phone, '+44 1');
  await database.database
    .updateTable('revisions')
    .set({ files: Buffer.from('rubbish') })
    .execute();
  expect((await run('doctor')).out).toMatch(/^failed +content +revision 1 cannot be read; .*"content undo"$/m);
});
