import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

/**
 * Runs the tests that must pass before a change is merged. The last line of output: N passed, N failed.
 *   node tooling/test.ts [unit] [system]    default: `unit`, the fast suite
 */
const results = 'test-results';
const suites = process.argv.length > 2 ? process.argv.slice(2) : ['unit'];
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const counts = { passed: 0, failed: 0 };
const countAsOne = (succeeded: boolean) => ({ passed: Number(succeeded), failed: 0 });
runSuite('node tooling/check/check.ts', countAsOne);
runSuite('node tooling/build/build.ts --if-stale', countAsOne);
for (const suite of suites) {
  const report = `--reporter=default --reporter=json --outputFile.json=${results}/vitest.json`;
  runSuite(`vitest run --project=${suite} ${report}`, () => {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = readReport('vitest');
    return { passed: Number(numPassedTests), failed: Number(numFailedTests) || Number(numFailedTestSuites) };
  });
  runSuite(`playwright test --project=${suite === 'unit' ? 'chromium' : 'system'}`, () => {
    const { expected, unexpected, flaky } = readReport('playwright')['stats'] as Record<string, number>;
    return { passed: expected ?? 0, failed: (unexpected ?? 0) + (flaky ?? 0) };
  });
}

console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);

/** Runs a suite. A run that fails without a failed test, or that runs no test, counts as one failure. */
function runSuite(command: string, count: (succeeded: boolean) => typeof counts): void {
  console.log(`\n> ${command}`);
  const succeeded = spawnSync(command, { stdio: 'inherit', shell: true }).status === 0;
  let { passed, failed } = { passed: 0, failed: 0 };
  try {
    ({ passed, failed } = count(succeeded));
  } catch (error) {
    console.error(`No report of: ${command}`, error);
  }
  const hasFailed = !succeeded || passed === 0;
  if (hasFailed) console.error(`Failed: ${command}`);
  counts.passed += passed;
  counts.failed += failed === 0 && hasFailed ? 1 : failed;
}

function readReport(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(`${results}/${name}.json`, 'utf8')) as Record<string, unknown>;
}
