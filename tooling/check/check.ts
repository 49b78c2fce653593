import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What can be said about the sources without running them. `npm run check -- --fix` mends the layout. */
const stages: readonly (readonly (readonly [name: string, command: string])[])[] = [
  // This writes.
  [['layout', process.argv.includes('--fix') ? 'oxfmt' : 'oxfmt --check']],
  // These do not write sources.
  [
    ['types', 'tsc --noEmit'],
    ['lint and import rules', 'oxlint --type-aware'],
    ['content', 'node tooling/check/check-content.ts'],
    ['documents', 'node tooling/check/check-documents.ts'],
    ['unused code', 'knip'],
  ],
];

for (const stage of stages) {
  const failed = await Promise.all(
    stage.map(async ([name, command]) => {
      const [code] = await once(spawn(command, { stdio: 'inherit', shell: true }), 'close');
      return code === 0 ? [] : [`The check of ${name} failed: ${command}`];
    }),
  );
  if (failed.flat().length === 0) continue;
  console.error(`\n${failed.flat().join('\n')}`);
  process.exit(1);
}
console.log(`${stages.flat().length} checks passed`);
