import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

import { awayPage } from '../server/http/message-page.ts';
import { findImports } from './imported-names.ts';
import { wordsFile, wordsModule } from './words-module.ts';

/**
 * The modules of the server and of the operator's command as JavaScript in build/node/, in the same folders: `npm start` runs them, so that Node need not
 * load its stripper of types, which takes 36 MB. It is Node's own stripper that is used here: every statement stays on its
 * line and column, so that a stack trace is read without source maps. Beside them, the page that proxies show while none runs.
 *   node tooling/build-server.ts [folder]
 */
const [target = 'build/node'] = process.argv.slice(2);
const waiting = ['server/main.ts', 'bin/admin.ts'];
const written = new Set<string>();

rmSync(target, { recursive: true, force: true });
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (written.has(file)) continue;
  written.add(file);
  const { code, imported } = file === wordsFile ? { code: wordsModule('.'), imported: [] } : translate(file);
  const script = join(target, scriptOf(file));
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, code);
  waiting.push(...imported);
}
writeFileSync(join(target, 'away.html'), awayPage());

/** The code of a module as JavaScript, and the files that it imports. */
function translate(file: string): { code: string; imported: string[] } {
  let code = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  const imported: string[] = [];
  for (const { start, end } of findImports(scriptOf(file), code)) {
    const name = /^'(\.{1,2}\/.+\.ts)'$/.exec(code.slice(start, end))?.[1];
    if (name === undefined) continue;
    imported.push(join(dirname(file), name));
    // As long as it was: the other positions stay right.
    code = `${code.slice(0, start)}'${scriptOf(name)}'${code.slice(end)}`;
  }
  return { code, imported };
}

function scriptOf(file: string): string {
  return file.replace(/\.ts$/, '.js');
}
