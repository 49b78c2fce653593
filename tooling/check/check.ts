import { spawn } from 'node:child_process';
import { once } from 'node:events';

type Check = readonly [name: string, command: string];

/** Runs before the other checks, since it writes with `--fix`. */
const layout: Check = ['layout', process.argv.includes('--fix') ? 'oxfmt' : 'oxfmt --check'];

/** Checks that run in parallel: two rows for two cores, since more at once take longer. */
const parallelChecks: readonly (readonly Check[])[] = [
  [['lint and import rules', 'oxlint --type-aware']],
  [
    ['types', 'tsc --noEmit'],
    ['unused code', 'knip'],
    ['documents', 'node tooling/check/check-documents.ts'],
    ['content', 'node tooling/check/check-content.ts --spelling'],
  ],
];

/** Runs the static checks. Resolves to a sentence for each that fails. */
async function runChecks(checks: readonly Check[]): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, command] of checks) {
    const [code] = await once(spawn(command, { stdio: 'inherit', shell: true }), 'close');
    if (code !== 0) failed.push(`The check of ${name} failed: ${command}`);
  }
  return failed;
}

const failed = await runChecks([layout]);
if (failed.length === 0) failed.push(...(await Promise.all(parallelChecks.map(runChecks))).flat());
if (failed.length > 0) {
  console.error(`\n${failed.join('\n')}`);
  process.exit(1);
}
console.log(`${parallelChecks.flat().length + 1} checks passed`);
