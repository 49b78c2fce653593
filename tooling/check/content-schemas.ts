import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';

import { collections, singles } from '../../content/kinds.ts';

// What editors of text know of the content, Visual Studio Code and GitHub's own among them: the JSON Schema of each kind of file,
// which the first line of each file names. `--check` says whether they are those of content/schema/.
const isCheck = process.argv.includes('--check');
const directory = 'content/json-schema';
mkdirSync(directory, { recursive: true });
const stale = Object.entries({ ...singles, ...collections }).flatMap(([name, { schema }]) => {
  const file = `${directory}/${name}.json`;
  // The rules that JSON Schema has no word for are checked where words are read.
  const text = `${JSON.stringify(toJsonSchema(schema, { errorMode: 'ignore' }), null, 1)}\n`;
  if (isCheck) return readIfThere(file) === text ? [] : [file];
  writeFileSync(file, text);
  return [];
});
if (stale.length > 0) {
  console.error(`${stale.join(', ')}: not made of content/schema/. Run: node tooling/check/content-schemas.ts`);
  process.exit(1);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
