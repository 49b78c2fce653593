import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

/** Everything that must hold before a change lands. Ends with one line: N passed, N failed. */
const results = 'test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const counts = { passed: 0, failed: 0 };
single('the checks of the sources', 'node tooling/check/check.ts');
single('the build', 'node tooling/build/build.ts --if-stale');
suite(`vitest run --reporter=default --reporter=json --outputFile.json=${results}/vitest.json`, () => {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = readReport('vitest');
  return { passed: Number(numPassedTests), failed: Number(numFailedTests) || Number(numFailedTestSuites) };
});
suite('playwright test', () => {
  const { expected, unexpected, flaky } = readReport('playwright')['stats'] as Record<string, number>;
  return { passed: expected ?? 0, failed: (unexpected ?? 0) + (flaky ?? 0) };
});

console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);

function single(name: string, command: string): void {
  const passed = run(command);
  if (!passed) console.error(`Failed: ${name}`);
  counts[passed ? 'passed' : 'failed'] += 1;
}

/** A run that fails without naming a failed test, or without any test, has failed all the same. */
function suite(command: string, count: () => { passed: number; failed: number }): void {
  const succeeded = run(command);
  let { passed, failed } = { passed: 0, failed: 0 };
  try {
    ({ passed, failed } = count());
  } catch (fault) {
    console.error(`No report of: ${command}`, fault);
  }
  counts.passed += passed;
  counts.failed += failed === 0 && (!succeeded || passed === 0) ? 1 : failed;
}

function run(command: string): boolean {
  console.log(`\n> ${command}`);
  return spawnSync(command, { stdio: 'inherit', shell: true }).status === 0;
}

function readReport(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(`${results}/${name}.json`, 'utf8')) as Record<string, unknown>;
}
