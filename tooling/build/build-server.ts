import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build, transformWithOxc } from 'vite';
import { renderServerDownPage } from '../../src/server/plain-error-page.ts';
import { loadValidContent } from '../../src/content/read-content.ts';
import { findImportPositions } from './module-imports.ts';
import { newBuildDirectory } from './new-build.ts';

/**
 * Writes the modules of the server, of the operator's command and of the parser of mails as JavaScript to node/ of the build, in the
 * folders of src/, since loading Node's type stripper at each start takes 36 MB. They are stripped by that same stripper: every
 * statement keeps its line, so that stack traces need no source maps. Also bundles packages that Node loads
 * slowly, and writes the page that proxies show while no server runs.
 *   node tooling/build/build-server.ts [folder]
 */
const [target = `${newBuildDirectory}/node`] = process.argv.slice(2);
const pendingFiles = ['src/start/main.ts', 'src/commands/admin.ts', 'src/mailbox/mail-parser.ts'];
const written = new Set<string>();
/** Bundled: resolving, reading and compiling kysely's 255 files takes a fifth of a start. */
const packagesOfManyFiles = ['kysely'];

rmSync(target, { recursive: true, force: true });
for (let file = pendingFiles.pop(); file !== undefined; file = pendingFiles.pop()) {
  if (written.has(file)) continue;
  written.add(file);
  const { code, imported } =
    file === 'src/content/release-files.ts' ? { code: renderContentModule(), imported: [] } : await compileModule(file);
  const script = join(target, relative('src', toScriptPath(file)));
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, code);
  pendingFiles.push(...imported);
}
for (const name of packagesOfManyFiles) await bundlePackage(name);
writeFileSync(join(target, 'away.html'), renderServerDownPage());

/** Returns the validated content as a module: the running site loads neither YAML nor schemas. */
function renderContentModule(): string {
  return `export const releaseFiles = ${JSON.stringify(loadValidContent('.').files)};\n`;
}

/** Resolves to a module as JavaScript, and the paths of the files that it imports. */
async function compileModule(file: string): Promise<{ code: string; imported: string[] }> {
  const source = readFileSync(file, 'utf8');
  let code = file.endsWith('.tsx') ? await compileJsx(file, source) : stripTypeScriptTypes(source);
  const imported: string[] = [];
  // From the last to the first, so that the positions of those before stay valid.
  for (const { start, end } of findImportPositions(toScriptPath(file), code).toSorted((a, b) => b.start - a.start)) {
    const name = /^['"](\.{1,2}\/.+\.tsx?)['"]$/.exec(code.slice(start, end))?.[1];
    if (name === undefined) continue;
    imported.push(join(dirname(file), name));
    code = `${code.slice(0, start)}'${toScriptPath(name)}'${code.slice(end)}`;
  }
  return { code, imported };
}

/** Compiles JSX, which Node's stripper does not support. Lines of these modules (the office's pages) change. */
async function compileJsx(file: string, source: string): Promise<string> {
  const { code } = await transformWithOxc(source, file, { jsx: { runtime: 'automatic', development: false } });
  return code;
}

/** Bundles a package into the build's own node_modules, which Node searches before the project's. */
async function bundlePackage(name: string): Promise<void> {
  const outDir = join(target, 'node_modules', name);
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: { ssr: true, outDir, emptyOutDir: false, minify: false, rolldownOptions: { input: { index: name } } },
  });
  writeFileSync(join(outDir, 'package.json'), JSON.stringify({ name, type: 'module', exports: './index.js' }));
}

function toScriptPath(file: string): string {
  return file.replace(/\.tsx?$/, '.js');
}
