import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { listImports } from '../build/module-imports.ts';

/** Importing files by the path of what they import, from the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Reads who imports whom in the sources. Content files count as imported by the module that reads them. */
export function readImporters(): ImportGraph {
  const files = globSync(['{src,tooling}/**/*.{ts,tsx}']).map((file) => file.replaceAll('\\', '/'));
  const imports = files.flatMap((importer) =>
    listImports(importer, readFileSync(importer, 'utf8'))
      .filter((name) => name.startsWith('.'))
      .map((name) => ({ importer, imported: join(dirname(importer), name.replace(/\?.*/, '')) })),
  );
  const contentReader = 'src/content/release-files.ts';
  const contentFiles = globSync('content/**/*.yaml').map((imported) => ({ importer: contentReader, imported }));
  const byImported = Map.groupBy([...imports, ...contentFiles], ({ imported }) => imported);
  return new Map([...byImported].map(([imported, edges]) => [imported, edges.map(({ importer }) => importer)]));
}

/** Returns the unit tests that use changed files, directly or not: those with the fewest modules between first. */
export function findNearestTests(changedFiles: readonly string[], importers: ImportGraph): string[] {
  const reached = new Set(changedFiles);
  // A set grows while it is iterated: breadth first.
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return [...reached].filter((file) => /(?<!\.system)\.test\.tsx?$/.test(file));
}
