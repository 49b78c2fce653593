import { createProgramDescription } from '../../src/commands/program.ts';
import { findBrokenDocumentReferences, readReferenceCheckInput } from './broken-references.ts';

// Prints each broken reference in the documents on a line; exits with 1 if there is one.
const broken = findBrokenDocumentReferences(readReferenceCheckInput(createProgramDescription()));
for (const reference of broken) console.error(reference);
if (broken.length > 0) process.exit(1);
