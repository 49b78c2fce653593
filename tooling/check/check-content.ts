import { readFileSync } from 'node:fs';

import { ContentError, type Fault, faultInWords, readContentFiles } from '../../content/read-content.ts';
import { findContentFaults, findContentWarnings } from './content-faults.ts';
import { createSpelling } from './spelling.ts';

// Every fault of the words in a line, with file, line and field; the exit code says whether there is one.
const faults = check('.');
for (const fault of faults) console.error(faultInWords(fault));
if (faults.length > 0) process.exit(1);

function check(directory: string): readonly Fault[] {
  try {
    const files = readContentFiles(directory);
    for (const warning of findContentWarnings(files, new Date())) console.warn(`Soon: ${faultInWords(warning)}`);
    return findContentFaults(files, createSpelling(readFileSync('content/dictionary.txt', 'utf8')));
  } catch (fault) {
    if (fault instanceof ContentError) return fault.faults;
    throw fault;
  }
}
