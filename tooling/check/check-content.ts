import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';

import { collections, singles } from '../../content/kinds.ts';
import { ContentError, faultInWords, readContentFiles } from '../../content/read-content.ts';
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
    const files = readContentFiles(directory);
    const claims = examineClaims(readFileSync(claimsFile, 'utf8'), files, new Date());
    for (const warning of findContentWarnings(files, new Date())) console.warn(`Soon: ${faultInWords(warning)}`);
    for (const remark of claims.remarks) console.warn(`Look at: ${remark}`);
    const spelling = createSpelling(readFileSync('content/dictionary.txt', 'utf8'));
    return [...findContentFaults(files, spelling).map(faultInWords), ...claims.faults];
  } catch (fault) {
    if (fault instanceof ContentError) return fault.faults.map(faultInWords);
    throw fault;
  }
}

/** The rules that JSON Schema has no word for are checked where words are read. */
function writeSchemas(directory: string): void {
  mkdirSync(directory, { recursive: true });
  for (const [name, { schema }] of Object.entries({ ...singles, ...collections }))
    writeFileSync(`${directory}/${name}.json`, JSON.stringify(toJsonSchema(schema, { errorMode: 'ignore' })));
}
