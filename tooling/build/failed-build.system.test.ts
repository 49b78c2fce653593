import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../src/database/testing/temporary-sqlite.ts';
import { launchProcess } from '../../src/start/testing/site-process.ts';
import { hashBuildInputs } from './build-inputs.ts';

test('a build that fails halfway leaves the one before whole, and it is served', async () => {
  const project = createTemporaryDirectory();
  for (const file of [...Object.keys(hashBuildInputs('.')), 'build'])
    cpSync(file, join(project, file), { recursive: true });
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'), 'junction');
  writeFileSync(join(project, 'tooling/build/finish-build.ts'), 'process.exit(3);');
  const before = readBuild(project);

  const { status } = spawnSync(process.execPath, ['tooling/build/build.ts'], { cwd: project });
  expect(status).toBe(3);
  expect(readBuild(project)).toEqual(before);
  const site = launchProcess([join(project, 'build/node/start/main.js')], {});
  onTestFinished(async () => void (await site.kill()));
  expect((await fetch(await site.waitForUrl())).status).toBe(200);
}, 120_000);

/** Returns the files of a project's build by their paths. */
function readBuild(project: string): Map<string, string> {
  const files = globSync('build/**/*.*', { cwd: project }).sort();
  return new Map(files.map((file) => [file, readFileSync(join(project, file), 'latin1')]));
}
