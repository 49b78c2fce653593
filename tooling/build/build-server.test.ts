import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { site } from '../../src/content/release-content.ts';
import { afterAll, describe, expect, test } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'server-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const read = (file: string): string => readFileSync(join(directory, file), 'utf8');
const isOfPackage = (script: string) => script.startsWith('node_modules');

describe('the server as JavaScript', () => {
  const command = ['--disable-warning=ExperimentalWarning', 'tooling/build/build-server.ts', directory];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  const scripts = globSync('**/*.js', { cwd: directory });

  test('is made of what the server and the operator’s command load, and of nothing else', () => {
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(scripts).toEqual(
      expect.arrayContaining(['start/main.js', 'commands/admin.js', 'content/release-content.js']),
    );
    expect(scripts.filter((script) => /test|server.dev|^tooling/.test(script))).toEqual([]);
  });

  test('has the words in it, and loads what reads and judges them only where it is asked to', () => {
    expect(read('content/release-files.js')).toContain(JSON.stringify(site.legalName));
    const loaded = new Set(['start/main.js']);
    for (const script of loaded)
      for (const [, name = ''] of read(script).matchAll(/^(?:import|export|\})[^'\n]*'(\.[^']+\.js)'/gm))
        loaded.add(join(dirname(script), name));
    expect(loaded).toContain('content/content-repository.js');
    expect([...loaded].filter((script) => /read-content|validate-content|^content\/schema/.test(script))).toEqual([]);
  });

  test('imports nothing that would have to be stripped', () =>
    expect(scripts.flatMap((script) => read(script).match(/['"]\.{1,2}\/[^'"]*\.tsx?['"]/g) ?? [])).toEqual([]));

  test('has a package of many files as one, with all that it exports', async () => {
    const kysely = join('node_modules', 'kysely', 'index.js');
    expect(scripts.filter(isOfPackage)).toEqual([kysely]);
    const asOne = await import(pathToFileURL(join(directory, kysely)).href);
    expect(Object.keys(asOne)).toEqual(Object.keys(await import('kysely')));
  });

  test('has every statement where its source has it: a stack trace names the right place', () => {
    const moved = scripts.filter((script) => {
      if (script === 'content/release-files.js' || isOfPackage(script)) return false;
      const file = join('src', script.replace(/\.js$/, '.ts'));
      // The office's pages have JSX, which is compiled.
      if (!existsSync(file)) return !existsSync(`${file}x`);
      const built = read(script).split('\n');
      const source = readFileSync(file, 'utf8')
        .replaceAll(/\.tsx?'/g, ".js'")
        .split('\n');
      // Only types are removed, and replaced by spaces.
      const isMoved = (line: string, at: number) =>
        [...line].some((one, column) => one.trim() !== '' && one !== source[at]?.[column]);
      return built.length !== source.length || built.some(isMoved);
    });
    expect(moved).toEqual([]);
  });
});
