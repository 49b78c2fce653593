import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { build, transformWithOxc } from 'vite';

import { renderAwayPage } from '../../server/plain-error-page.ts';
import { readContent } from '../../content/read-content.ts';
import { findImports } from './imported-names.ts';
import { newBuild } from './new-build.ts';

/**
 * The modules of the server and of the operator's command as JavaScript in node/ of the build, in the same folders: `npm start` runs them, so that Node need not
 * load its stripper of types, which takes 36 MB. It is Node's own stripper that is used here: every statement stays on its
 * line and column, so that a stack trace is read without source maps. Beside them, what Node would be slow to load, and the page that
 * proxies show while no server runs.
 *   node tooling/build/build-server.ts [folder]
 */
const [target = `${newBuild}/node`] = process.argv.slice(2);
const waiting = ['start/main.ts', 'commands/admin.ts'];
const written = new Set<string>();
/** Each of its 255 files would be looked up, read and compiled: a fifth of a start. */
const packagesOfManyFiles = ['kysely'];

rmSync(target, { recursive: true, force: true });
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (written.has(file)) continue;
  written.add(file);
  const { code, imported } =
    file === 'content/stored-words.ts' ? { code: storedWords(), imported: [] } : await translate(file);
  const script = join(target, scriptOf(file));
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, code);
  waiting.push(...imported);
}
for (const name of packagesOfManyFiles) await makeOneFile(name);
writeFileSync(join(target, 'away.html'), renderAwayPage());

/** Read and checked now: where the site runs neither YAML nor a schema is loaded. */
function storedWords(): string {
  return `export const files = ${JSON.stringify(readContent('.').files)};\n`;
}

/** The code of a module as JavaScript, and the files that it imports. */
async function translate(file: string): Promise<{ code: string; imported: string[] }> {
  const source = readFileSync(file, 'utf8');
  let code = file.endsWith('.tsx') ? await withoutJsx(file, source) : stripTypeScriptTypes(source);
  const imported: string[] = [];
  for (const { start, end } of findImports(scriptOf(file), code)) {
    const name = /^['"](\.{1,2}\/.+\.tsx?)['"]$/.exec(code.slice(start, end))?.[1];
    if (name === undefined) continue;
    imported.push(join(dirname(file), name));
    // As long as it was: the other positions stay right.
    code = code.slice(0, start) + `'${scriptOf(name)}'`.padEnd(end - start) + code.slice(end);
  }
  return { code, imported };
}

/** Node's stripper takes no JSX. The lines of these modules, the pages of the office, are not those of their source. */
async function withoutJsx(file: string, source: string): Promise<string> {
  const { code } = await transformWithOxc(source, file, { jsx: { runtime: 'automatic', development: false } });
  return code;
}

/** Node looks into this node_modules before the one that is further up. */
async function makeOneFile(name: string): Promise<void> {
  const outDir = join(target, 'node_modules', name);
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: { ssr: true, outDir, emptyOutDir: false, minify: false, rolldownOptions: { input: { index: name } } },
  });
  writeFileSync(join(outDir, 'package.json'), JSON.stringify({ name, type: 'module', exports: './index.js' }));
}

function scriptOf(file: string): string {
  return file.replace(/\.tsx?$/, '.js');
}
