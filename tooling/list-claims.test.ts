import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { site } from '../content/words.ts';
import { temporaryDirectory } from '../database/testing/temporary.ts';

it('lists the claims that the content no longer makes, facts as visitors read them, and the year-old ones', () => {
  const directory = temporaryDirectory();
  cpSync('content', join(directory, 'content'), { recursive: true });
  mkdirSync(join(directory, 'docs'));
  const claims = [
    { quote: '9,999 rooms', looked: '9999-01-01' },
    { quote: site.legalName, looked: '9999-01-01' },
    { quote: site.name, looked: '2020-01-01' },
  ];
  writeFileSync(join(directory, 'docs/claims.yaml'), JSON.stringify({ claims: { 'site.yaml': claims } }));
  const output = execFileSync(process.execPath, [resolve('tooling/list-claims.ts')], {
    cwd: directory,
    encoding: 'utf8',
  });
  expect(output.trim().split('\n')).toEqual([
    'no longer stands in content/site.yaml: “9,999 rooms”',
    `not looked at since 2020-01-01, content/site.yaml: “${site.name}”`,
    '3 claims, 2 to look at',
  ]);
});
