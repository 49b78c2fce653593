import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { replaceSettings } from './settings-file.ts';

const values = fc.string({ unit: fc.constantFrom(...'aB0 #\'"\\n=$@%:é\n\t') });
const lines = fc.constantFrom(
  '',
  '# it’s',
  '#A=1',
  ' export C = 1 # one',
  'D=',
  'A = "1" # a',
  'E="x\nA=2"',
  'F=a`',
  'G',
);

it('puts settings into a file, whose other lines stay, as the server reads them', () => {
  fc.assert(
    fc.property(fc.array(lines), fc.constantFrom('\n', '\r\n'), values, values, (fileLines, lineBreak, A, B) => {
      const before = fileLines.map((line) => line + lineBreak).join('');
      const after = replaceSettings(before, { A, B });
      expect(parseEnv(after)).toEqual({ ...parseEnv(before), A, B });
      const others = fileLines.filter((line) => !line.startsWith('A'));
      for (const line of others) expect(after).toContain(line + lineBreak);
    }),
  );
});

it.each([
  ['', `a"b'c\`d#e`],
  ["B='", "it's"],
])('refuses to write what would read back otherwise: %j', (before, A) => {
  expect(() => replaceSettings(before, { A })).toThrow('cannot be written');
});
