import { parseSync } from 'vite';

/** Returns the positions of literal module names in a script, quotes included. Throws on a syntax error. */
export function findImportPositions(file: string, code: string): { start: number; end: number }[] {
  const { module, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(', ')}`);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
}

/** Returns the modules that a script imports, such as `./a.js` or `react`. */
export function listImports(file: string, code: string): string[] {
  return findImportPositions(file, code).flatMap(
    ({ start, end }) => /^(['"`])(.+)\1$/.exec(code.slice(start, end))?.[2] ?? [],
  );
}
