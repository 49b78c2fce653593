import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fieldAt, withField } from '../content/merge-words.ts';
import { siteDirectory } from '../process/site-directory.ts';
import { temporaryDirectory } from '../enquiries/testing/temporary.ts';
import { contactFact, publishField } from '../start/testing/publish-field.ts';
import { startOperator } from './testing/operator.ts';

const phone = contactFact('phone');
const by = 'anna@ours.example';

/** A copy of the project's own words, and what its files say. */
function checkout() {
  const folder = temporaryDirectory();
  cpSync(join(siteDirectory, 'content'), join(folder, 'content'), { recursive: true });
  const texts = () =>
    readdirSync(join(folder, 'content'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => [file, readFileSync(join(folder, 'content', file), 'utf8')] as const);
  return { folder, texts };
}

it('words go into a checkout and back, and a round trip changes no byte', async () => {
  const operator = await startOperator();
  const { folder, texts } = checkout();
  const before = texts();
  expect(await operator.runJson('words', 'export', folder)).toEqual({ written: [], removed: [] });
  expect(texts()).toEqual(before);
  const again = ['words', 'import', folder, '--reason', 'The same'] as const;
  expect(await operator.run(...again)).toMatchObject({ code: 1, err: expect.stringContaining('Nothing would change') });

  await publishField(operator, phone, '+44 117 496 0999');
  const exported = await operator.runJson('words', 'export', folder);
  expect(exported).toEqual({ written: ['site.yaml'], removed: [] });
  await operator.run('words', 'undo');
  expect(await operator.runJson(...again)).toEqual({ number: 3 });
  expect(fieldAt((await operator.liveWords.live()).files, phone)).toBe('+44 117 496 0999');
});

it('a file that is gone goes by an import, and by an export', async () => {
  const operator = await startOperator();
  const [file, product] = ['products/medicine-delivery.yaml', join('content', 'products', 'medicine-delivery.yaml')];
  const [here, there] = [checkout(), checkout()];
  rmSync(join(here.folder, product));
  // Nothing leads to it any more.
  for (const [name, text] of here.texts())
    writeFileSync(join(here.folder, 'content', name), text.replaceAll('/products#medicine-delivery', '/products'));
  await operator.run('words', 'import', here.folder, '--reason', 'Not sold any more');
  expect((await operator.liveWords.live()).files[file]).toBeUndefined();
  expect(await operator.runJson('words', 'export', there.folder)).toMatchObject({ removed: [file] });
  expect(there.texts().map(([name]) => name)).toEqual(here.texts().map(([name]) => name));
});

it('an import with a fault is refused with file, line and field, and publishes nothing', async () => {
  const operator = await startOperator();
  const { folder } = checkout();
  rmSync(join(folder, 'content', 'home.yaml'));
  const err = 'content/home.yaml, line 1: the file is missing\n';
  expect(await operator.run('words', 'import', folder, '--reason', 'x')).toEqual({ code: 1, out: '', err });
  expect(await operator.wordsStore.newest()).toBe(0);
});

it('publications are listed and taken back, and the history has who did it', async () => {
  const operator = await startOperator();
  const { run, runJson, enquiries } = operator;
  expect((await run('words', 'list')).out).toContain('Nothing was published');
  await publishField(operator, phone, '+44 1');
  expect((await run('words', 'list')).out).toMatch(/^NUMBER .*\n1 .* anna@ours\.example +Another text\n$/);
  expect(await runJson('words', 'undo')).toEqual({ number: 2 });
  expect(await enquiries.activity({ limit: 1 })).toMatchObject([{ act: 'publish', by: 'the command', detail: '2' }]);
});

it('where a release does not fit, or has other texts, doctor names the fields, and the release’s are taken', async () => {
  const operator = await startOperator();
  const { wordsStore, liveWords, run, runJson } = operator;
  const { released } = await liveWords.live();
  const headline = { file: 'home.yaml', path: ['hero', 'headline'] };
  const files = withField(withField(released, headline, 'x'.repeat(500)), phone, '+44 1');
  // As if the release had brought its telephone number since.
  await wordsStore.publish({ by, reason: 'Before', files, release: withField(released, phone, '+44 2'), after: 0 });
  expect((await run('doctor')).out).toMatch(
    /^failed +words +publication 1 does not fit.*\n +Home: .*Headline has 500 char/m,
  );
  expect(await runJson('words', 'take-release')).toEqual({ number: 2, taken: [headline] });
  const told = /^warning +words .*\n +The company: .*Phone: "\+44 1" is shown, and the release has "\+44 117/m;
  expect((await run('doctor')).out).toMatch(told);
  expect(await runJson('words', 'take-release', '--conflicts')).toEqual({ number: 3, taken: [phone] });
  expect((await liveWords.live()).files).toEqual(released);
  expect((await run('doctor')).out).toMatch(/^ok +words +publication 3 is live$/m);
});

it('where the database has no words of a publication, doctor says so', async () => {
  const { database, run, ...operator } = await startOperator();
  await publishField(operator, phone, '+44 1');
  await database.database
    .updateTable('word_versions')
    .set({ words: Buffer.from('rubbish') })
    .execute();
  expect((await run('doctor')).out).toMatch(/^failed +words +publication 1 is no words, .*"words undo"$/m);
});
