import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordRead } from './what-was-read.ts';

// Loaded before a step of the build (`node --import`), it records which modules and files that step reads, and which patterns it
// asks for: so no list has to be kept of them. What Vite reads outside of Node, build-pages.ts adds.
recordRead('files', [import.meta.filename, join(import.meta.dirname, 'what-was-read.ts')]);
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) recordRead('files', [fileURLToPath(url)]);
    return next(url, context);
  },
});
fs.readFileSync = recordsFile(fs.readFileSync);
fs.promises.readFile = recordsFile(fs.promises.readFile);
fs.globSync = new Proxy(fs.globSync, {
  apply(glob, that, parameters: [string | string[], { cwd?: string }?]) {
    const [patterns, options] = parameters;
    const directory = options?.cwd ?? '.';
    recordRead(
      'patterns',
      [patterns].flat().map((pattern) => join(directory, pattern)),
    );
    return Reflect.apply(glob, that, parameters);
  },
});
syncBuiltinESMExports();

function recordsFile<Read extends typeof fs.readFileSync | typeof fs.promises.readFile>(read: Read): Read {
  return new Proxy(read, {
    apply(target, that, parameters: [unknown]) {
      const [file] = parameters;
      if (typeof file === 'string') recordRead('files', [file]);
      if (file instanceof URL) recordRead('files', [fileURLToPath(file)]);
      return Reflect.apply(target, that, parameters);
    },
  });
}
