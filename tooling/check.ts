import { spawnSync } from 'node:child_process';

/** What can be said about the sources without running them, quickest first. `npm run check -- --fix` mends the layout. */
const steps: readonly (readonly [name: string, command: string])[] = [
  ['layout', process.argv.includes('--fix') ? 'oxfmt' : 'oxfmt --check'],
  ['lint and import rules', 'oxlint --type-aware'],
  ['content', 'node tooling/check-content.ts'],
  ['route types', 'react-router typegen'],
  ['types', 'tsc --noEmit'],
  ['unused code', 'knip'],
];

for (const [name, command] of steps) {
  const { status } = spawnSync(command, { stdio: 'inherit', shell: true });
  if (status !== 0) {
    console.error(`\nThe check of ${name} failed: ${command}`);
    process.exit(1);
  }
}
console.log(`${steps.length} checks passed`);
