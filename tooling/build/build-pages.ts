import { isAbsolute } from 'node:path';
import { createBuilder, type Plugin } from 'vite';
import { recordRead } from './what-was-read.ts';

/** What Vite reads without Node, of every entry: modules, and what it compiles them with. */
const recordsModules: Plugin = {
  name: 'records-modules',
  configResolved: ({ configFileDependencies }) => recordRead('files', [...configFileDependencies, 'tsconfig.json']),
  buildEnd() {
    recordRead('files', [...this.getModuleIds()].filter(isAbsolute));
  },
};

const builder = await createBuilder({ plugins: [recordsModules] });
await builder.buildApp();
