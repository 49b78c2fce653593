import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';

import { schemas } from '../../content/schemas.ts';
import { ContentError, readContent } from '../../content/read-content.ts';
import { findContentIssues, findContentWarnings } from '../../content/content-issues.ts';
import { findMisspellings } from './misspellings.ts';

// Prints each fault of the content in a line, with file, line and field; the exit code says whether there is one. With --spelling,
// misspelt words too. It also writes the schemas that the first line of each file names, for editors of text.
//   node tooling/check/check-content.ts [--spelling]
writeSchemas('content/json-schema');
const faults = check('.');
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

function check(directory: string): readonly string[] {
  try {
    const { files, inWords } = readContent(directory);
    for (const warning of findContentWarnings(files, new Date())) console.warn(`Soon: ${inWords(warning)}`);
    const misspelt = process.argv.includes('--spelling')
      ? findMisspellings(files, readFileSync('content/dictionary.txt', 'utf8'))
      : [];
    return [...findContentIssues(files), ...misspelt].map(inWords);
  } catch (fault) {
    if (fault instanceof ContentError) return fault.message.split('\n');
    throw fault;
  }
}

/** The rules that JSON Schema has no word for are checked where words are read. */
function writeSchemas(directory: string): void {
  mkdirSync(directory, { recursive: true });
  for (const [name, schema] of Object.entries(schemas))
    writeFileSync(`${directory}/${name}.json`, JSON.stringify(toJsonSchema(schema, { errorMode: 'ignore' })));
}
