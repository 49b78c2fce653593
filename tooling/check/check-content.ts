import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';
import { schemas } from '../../src/content/schemas.ts';
import { ContentError, loadValidContent } from '../../src/content/read-content.ts';
import { findContentIssues, findContentWarnings } from '../../src/content/content-issues.ts';
import { findWritingAdvice } from '../../src/content/writing-advice.ts';
import { findMisspellings } from './misspellings.ts';

// Prints each content issue on a line, with file, line and field; exits with 1 if there is one. With --spelling it
// reports misspelt words too. Also writes the JSON Schemas that the first line of each file names, for text editors.
//   node tooling/check/check-content.ts [--spelling]
writeSchemas('content/json-schema');
const issues = checkContent('.');
for (const issue of issues) console.error(issue);
if (issues.length > 0) process.exit(1);

function checkContent(directory: string): readonly string[] {
  try {
    const { files, formatIssueWithLine } = loadValidContent(directory);
    for (const warning of findContentWarnings(files, new Date())) console.warn(`Soon: ${formatIssueWithLine(warning)}`);
    for (const [file, value] of Object.entries(files))
      for (const advice of findWritingAdvice(file, value, files))
        console.warn(`Advice: ${formatIssueWithLine(advice)}`);
    const misspelt = process.argv.includes('--spelling')
      ? findMisspellings(files, readFileSync('content/dictionary.txt', 'utf8'))
      : [];
    return [...findContentIssues(files), ...misspelt].map(formatIssueWithLine);
  } catch (error) {
    if (error instanceof ContentError) return error.message.split('\n');
    throw error;
  }
}

/** Writes the JSON Schemas. Rules that JSON Schema cannot express are checked only when content is read. */
function writeSchemas(directory: string): void {
  mkdirSync(directory, { recursive: true });
  for (const [name, schema] of Object.entries(schemas))
    writeFileSync(`${directory}/${name}.json`, JSON.stringify(toJsonSchema(schema, { errorMode: 'ignore' })));
}
