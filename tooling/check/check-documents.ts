import { createProgramDescription } from '../../commands/program.ts';
import { findDocumentFaults, readTree } from './document-faults.ts';

// Every fault of the documents in a line; the exit code says whether there is one.
const faults = findDocumentFaults(readTree(createProgramDescription()));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
