import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

test('the scripts of package.json have nothing that the shell of Windows reads in another way', () => {
  // Words, and && between commands: no quotes, variables, patterns, redirections or assignments.
  const word = String.raw`[\w./:@=-]+`;
  const plain = new RegExp(`^${word}(?: ${word})*(?: && ${word}(?: ${word})*)*$`);
  expect(Object.entries(scripts).filter(([, command]) => !plain.test(command))).toEqual([]);
  const assigned = Object.values(scripts)
    .flatMap((command) => command.split(' && '))
    .filter((one) => /^\w+=/.test(one));
  expect(assigned).toEqual([]);
});

test('no source takes the path of a URL for that of a file, or imports a file by its path', () => {
  const sources = globSync(
    '{bench,commands,content,e2e,enquiries,office,process,server,site,start,tooling}/**/*.{ts,tsx,mjs}',
  );
  expect(sources.length).toBeGreaterThan(300);
  // On Windows `new URL(…).pathname` is `/C:/…`, and `import('C:\…')` is refused.
  const mistaken = /import\.meta\.url\)\.pathname|\bimport\((?:join|resolve)\(/;
  const files = sources.filter((file) =>
    mistaken.test(readFileSync(file, 'utf8').replaceAll(/^\s*const mistaken.*$/gm, '')),
  );
  expect(files).toEqual([]);
});

test('no two files differ in upper and lower case alone, and none has a name that Windows refuses', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
  expect(
    files.filter((file) => /[<>:"|?*\\]|[. ]$|(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\/|$)/i.test(file)),
  ).toEqual([]);
});
