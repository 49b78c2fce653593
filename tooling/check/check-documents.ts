import { createProgramDescription } from '../../commands/program.ts';
import { findDocumentFaults, readTree } from './document-faults.ts';

// Prints each fault of the documents on a line; exits with 1 if there is one.
const faults = findDocumentFaults(readTree(createProgramDescription()));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
