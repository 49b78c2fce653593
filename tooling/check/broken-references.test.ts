import { describe, expect, it } from 'vitest';
import { createProgramDescription } from '../../src/commands/program.ts';
import { findBrokenDocumentReferences } from './broken-references.ts';

/** Returns the faults of a document in a small tree. */
function faultsOf(text: string): readonly string[] {
  return findBrokenDocumentReferences({
    documents: new Map([
      ['docs/page.md', text],
      ['README.md', '# It says `x` & “why”\n\n## Again\n\n## Again\n'],
    ]),
    hasPath: (path) => ['README.md', 'docs', 'docs/page.md', 'src/server/api.ts', '.env.example'].includes(path),
    fileNames: new Set(['api.ts', 'server']),
    npmScripts: new Set(['test', 'admin']),
    program: createProgramDescription(),
  });
}

describe('the check of documents', () => {
  it('finds nothing where everything that is named is there', () => {
    const links =
      '[a](../README.md#it-says-x--why) [b](#here) [c](../README.md#again-1) [d](https://example.com) [e](.)';
    const code =
      '`npm test`, `npm run --silent admin -- enquiries list --state due`, `api.ts`, `server/`, `.env.example`';
    const block = '```sh\nwebsite-admin enquiries list --state due | awk 1\nnode admin.js backup   # --at all\n```';
    expect(faultsOf(`# Here\n\n${links}\n\n${code}\n\n${block}\n\n\`example.com\`, \`GET /x.html\``)).toEqual([]);
  });

  it.each([
    ['[a](missing.md)', 'a link leads nowhere: missing.md'],
    ['| a |\n| --- |\n| [b](../README.md#gone) |', 'there is no heading ../README.md#gone'],
    ['- one\n- `npm run gone`', 'there is no script gone of npm'],
    ['`website-admin enquiries\nlost`', 'enquiries has no command lost'],
    ['```\n$ website-admin enquiries erase a@b --sure\n```', 'erase has no option --sure'],
    ['**`server/gone.ts`**', 'there is no file server/gone.ts'],
  ])('finds %j', (text, fault) => {
    expect(faultsOf(text)).toEqual([`docs/page.md: ${fault}`]);
  });
});
