import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { readErasedIds } from '../database/erased-list.ts';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { startCommandTest } from './testing/command-test.ts';

/** Starts an operator whose backups go to another directory, by the command that `makeCommand` returns. */
async function startCopyTest(makeCommand: (directory: string, script: string) => string, text = '') {
  const directory = createTemporaryDirectory();
  const script = join(directory, 'script');
  writeFileSync(script, `#!/bin/sh\n${text}`, { mode: 0o755 });
  const BACKUP_DIRECTORY = join(createTemporaryDirectory(), 'with $& and spaces');
  const elsewhere = join(directory, 'elsewhere');
  mkdirSync(elsewhere);
  const operator = await startCommandTest({ BACKUP_DIRECTORY, BACKUP_COPY: makeCommand(elsewhere, script) });
  return { ...operator, elsewhere };
}

it('backup copy hands over each file of the newest good backup, with what was erased since', async () => {
  const operator = await startCopyTest((directory) => `cp -- {} ${directory}`);
  const id = await operator.receive();
  const { path } = (await operator.runJson('backup')) as { path: string };
  writeFileSync(path.replace('website-20', 'website-30'), 'spoilt');
  await operator.enquiries.erase({ ids: [id] });
  const { files } = (await operator.runJson('backup', 'copy')) as { files: string[] };
  expect(files).toEqual([`${path}.erased`, `${path}.sha256`, path]);
  expect(new Set(readdirSync(operator.elsewhere))).toEqual(new Set(files.map((file) => basename(file))));
  const copied = join(operator.elsewhere, basename(path));
  expect(readErasedIds(`${copied}.erased`)).toEqual([id]);
  expect((await operator.run('backup', 'check', copied)).code).toBe(0);
  expect((await operator.run('doctor')).out).toMatch(/^ok +copies +the last good one is of 20/m);
});

it('backup copy appends the path where the command has no place for it, and passes on no setting', async () => {
  const operator = await startCopyTest(
    (directory, script) => `${script} ${directory}`,
    'echo "$2$DATABASE_URL" >>"$1/log"',
  );
  const { path } = (await operator.runJson('backup')) as { path: string };
  const { out } = await operator.run('backup', 'copy');
  expect(out).toBe(`Copied ${path}, and what belongs to it.\n`);
  expect(readFileSync(join(operator.elsewhere, 'log'), 'utf8')).toBe(`${path}.sha256\n${path}\n`);
});

it('backup copy says of which file the command failed, and the doctor that none is elsewhere', async () => {
  const operator = await startCopyTest(
    (_directory, script) => script,
    'case $1 in *.db) echo "no room" >&2; exit 3 ;; esac',
  );
  expect(await operator.run('backup', 'copy')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no good/),
  });
  await operator.run('backup');
  const err = expect.stringMatching(/^website-\S+\.db was not copied: \S+script ended with 3: no room\.\n$/);
  expect(await operator.run('backup', 'copy')).toEqual({ code: 1, out: '', err });
  expect((await operator.run('doctor')).out).toMatch(/^warning +copies +there never was one; .*"backup copy"/m);
});

it('backup copy does nothing where no command is set', async () => {
  const out = 'Nothing was copied: BACKUP_COPY is not set.\n';
  expect(await (await startCommandTest()).run('backup', 'copy')).toEqual({ code: 0, out, err: '' });
});
