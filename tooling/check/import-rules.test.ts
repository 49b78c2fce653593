import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob, posix } from 'node:path';
import { expect, it } from 'vitest';
import { layers } from './layers.ts';

const root = join(import.meta.dirname, '../..');
const statements = {
  value: (name: string) => `import '${name}';`,
  export: (name: string) => `export * from '${name}';`,
  call: (name: string) => `void import('${name}');`,
  hook: (name: string) => `import { useState } from '${name}';`,
  type: (name: string, line: number) => `import type { T as T${line} } from '${name}';`,
  typeof: (name: string) => `void ({} as typeof import('${name}'));`,
};
type Import = readonly [file: string, form: keyof typeof statements, imported: string];

/** Runs the linter once over files that import so, and returns the imports that it refuses. */
function listRefused(imports: readonly Import[]): Import[] {
  const directory = mkdtempSync(join(tmpdir(), 'import-rules-'));
  writeFileSync(join(directory, 'oxlint.config.ts'), `export { default } from '${root}/oxlint.config.ts';`);
  const byFile = Map.groupBy(imports, ([file]) => file);
  for (const [file, ofFile] of byFile) {
    const lines = ofFile.map(([, form, to], line) => statements[form](formatSpecifier(file, to), line));
    const path = join(directory, toPath(file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.join('\n'));
  }
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json'], {
    cwd: directory,
    encoding: 'utf8',
  });
  rmSync(directory, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[];
  };
  return diagnostics
    .filter(({ code }) => /layers\(imports\)|no-restricted-imports/.test(code))
    .map(
      ({ filename, labels: [label] }) =>
        byFile.get(filename.replace(/^src\//, ''))?.[(label?.span.line ?? 0) - 1] ?? [filename, 'value', '?'],
    );
}

/** Returns the path of a file from the root. Those of src/ are named as the table names them. */
function toPath(file: string): string {
  return /^(?:e2e|tooling)\//.test(file) ? file : `src/${file}`;
}

function formatSpecifier(file: string, imported: string): string {
  if (!imported.includes('/')) return imported;
  const path = posix.relative(dirname(toPath(file)), toPath(imported));
  return path.startsWith('.') ? path : `./${path}`;
}

const forbidden: readonly Import[] = [
  ['site/pages/a.tsx', 'type', 'database/tables.ts'],
  ['site/pages/a.tsx', 'call', 'office/office.ts'],
  ['site/pages/a.tsx', 'value', 'content/release-content.ts'],
  ['site/pages/a.tsx', 'value', 'enquiries/model.ts'],
  ['site/pages/a.tsx', 'hook', 'react'],
  ['site/components/a.tsx', 'value', 'site/routes.ts'],
  ['site/behaviours/a.ts', 'export', 'site/components/icon.tsx'],
  ['site/behaviours/a.ts', 'value', 'content/content-models.ts'],
  ['site/behaviours/a.ts', 'typeof', 'server/api.ts'],
  ['site/behaviours/a.ts', 'value', 'react'],
  ['site/sectors/a.ts', 'value', 'site/pages/home.tsx'],
  ['site/contact/a.tsx', 'value', 'content/anchor-names.ts'],
  ['site/pages/a.island.tsx', 'value', 'site/routes.ts'],
  ['office/statistics/a.tsx', 'value', 'office/inbox/list.tsx'],
  ['office/content/editor/a.tsx', 'value', 'office/people/people.tsx'],
  ['office/shared/a.tsx', 'type', 'office/office.ts'],
  ['enquiries/a.ts', 'value', 'enquiries/conversation/a.ts'],
  ['enquiries/a.ts', 'type', 'enquiries/enquiry-service.ts'],
  ['mailbox/a.ts', 'value', 'fastify'],
];
const allowed: readonly Import[] = [
  ['server/a.ts', 'type', 'site/routes.ts'],
  ['start/a.ts', 'typeof', 'site/renderer.tsx'],
  ['site/behaviours/a.ts', 'type', 'site/components/icon.tsx'],
  ['site/behaviours/a.ts', 'type', 'react'],
  ['site/behaviours/a.ts', 'value', 'content/contact-details.ts'],
  ['site/contact/a.island.tsx', 'type', 'content/content-models.ts'],
  ['site/contact/a.island.tsx', 'hook', 'react'],
  ['site/pages/a.tsx', 'value', 'enquiries/enquiry.ts'],
  ['office/content/a.tsx', 'value', 'content/pictures.ts'],
  ['enquiries/enquiry-service.ts', 'value', 'enquiries/conversation/a.ts'],
  ['server/a.test.ts', 'value', 'start/main.ts'],
];

it('refuses what the table does not name, of each pair and however it is imported, and nothing else', () => {
  const samples = layers.map(({ files }) => {
    const path = files.replace(/\{([^,]+)[^}]*\}/, '$1');
    return path.includes('.') ? path : `${path}/sample.ts`;
  });
  const pairs = samples.flatMap((file) => samples.map((to): Import => [file, 'value', to]));
  const isNamed = ([file, , to]: Import) => {
    const { files, imports } = layers[samples.indexOf(file)] ?? { files: '', imports: [] };
    return [files, ...imports].some((glob) => matchesGlob(to, `${glob}{,/**}`));
  };
  const refused = new Set([...forbidden, ...pairs.filter((pair) => !isNamed(pair))]);
  expect(new Set(listRefused([...forbidden, ...allowed, ...pairs]))).toEqual(refused);
});

it('is what the documents draw, and names each folder of sources', () => {
  const folderOf = (path: string) => path.replace(/^src\//, '').split('/')[0] ?? '';
  const sources = globSync('{src,e2e,tooling}/**/*.{ts,tsx}', { cwd: root });
  const listNames = (text = '') => Array.from(text.matchAll(/`(\w+)\//g), ([, name = '']) => name);
  const rows = [
    ...readFileSync(join(root, 'docs/architecture.md'), 'utf8').matchAll(/^\| (`.+?) +\|.+\| (.*?) *\|$/gm),
  ];
  const drawn = rows.flatMap(([, folders, cell = ''], row) => {
    const [values, types] = cell.split('types of');
    const below = rows.slice(cell === 'all' ? 0 : row + 1).flatMap(([, names]) => listNames(names));
    const imports = cell.startsWith('all')
      ? below.filter((name) => !listNames(values).includes(name))
      : listNames(values);
    return listNames(folders).map((name) => [name, [new Set(imports), new Set(listNames(types))]] as const);
  });
  const all = [...new Set(sources.map(folderOf))];
  const stated = all.map((name) => {
    const { imports = [], types = [] } = layers.findLast(({ files }) => matchesGlob(name, files)) ?? {};
    const folders = imports.includes('**') ? all : imports.map(folderOf);
    const onlyTypes = types.filter((folder) => !folders.includes(folderOf(folder)));
    return [name, [new Set(folders), new Set(onlyTypes)]] as const;
  });
  expect(new Map(drawn)).toEqual(new Map(stated));
});
