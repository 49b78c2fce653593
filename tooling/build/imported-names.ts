import { parseSync } from 'vite';

/** Where a script names other modules, quotes included. A name that is only computed is not among them. Throws where it is no script. */
export function findImports(file: string, code: string): { start: number; end: number }[] {
  const { module, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(', ')}`);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
}

/** The modules that a script names, such as `./a.js` or `react`. */
export function listImports(file: string, code: string): string[] {
  return findImports(file, code).flatMap(({ start, end }) => /^(['"`])(.+)\1$/.exec(code.slice(start, end))?.[2] ?? []);
}
