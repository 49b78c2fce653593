import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';

import { schemas } from '../../content/schemas.ts';
import { ContentError, readContent } from '../../content/read-content.ts';
import { findContentFaults, findContentWarnings } from '../../content/content-faults.ts';
import { claimsFile, examineClaims } from './claims.ts';
import { createSpelling } from './spelling.ts';

// Every fault of the words in a line, with file, line and field; the exit code says whether there is one. Beside it, what editors of
// text know of the words: the schema that the first line of each file names.
writeSchemas('content/json-schema');
const faults = check('.');
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

function check(directory: string): readonly string[] {
  try {
    const content = readContent(directory);
    const { files, inWords } = content;
    const claims = examineClaims(readFileSync(claimsFile, 'utf8'), content, new Date());
    for (const warning of findContentWarnings(files, new Date())) console.warn(`Soon: ${inWords(warning)}`);
    for (const remark of claims.remarks) console.warn(`Look at: ${remark}`);
    const spelling = createSpelling(readFileSync('content/dictionary.txt', 'utf8'));
    return [...findContentFaults(files, spelling).map(inWords), ...claims.faults];
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
