import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';

/**
 * Runs the tests that must pass before a change is merged. Ends with each failure in a line, and N passed, N failed.
 *   node tooling/test.ts [unit] [system]    default: `unit`, the fast suite
 */
const results = 'test-results';
const suites = process.argv.length > 2 ? process.argv.slice(2) : ['unit'];
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

interface Outcome {
  passed: number;
  failures: readonly string[];
}
const outcomes = [
  runSuite('node tooling/check/check.ts', countAsOne),
  runSuite('node tooling/build/build.ts --if-stale', countAsOne),
  ...suites.flatMap((suite) => [
    runSuite(
      `vitest run --project=${suite} --reporter=default --reporter=json --outputFile.json=${results}/vitest.json`,
      countVitest,
    ),
    runSuite(`playwright test --project=${suite === 'unit' ? 'chromium' : 'system'}`, countPlaywright),
  ]),
];

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failures = outcomes.flatMap((outcome) => outcome.failures);
for (const failure of failures) console.log(`Failed: ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

/** Runs a suite. A run that fails without a failed test, or that runs no test, counts as one failure. */
function runSuite(command: string, count: (succeeded: boolean) => Outcome): Outcome {
  console.log(`\n> ${command}`);
  const succeeded = spawnSync(command, { stdio: 'inherit', shell: true }).status === 0;
  try {
    const { passed, failures } = count(succeeded);
    return { passed, failures: failures.length === 0 && (!succeeded || passed === 0) ? [command] : failures };
  } catch (error) {
    console.error(`No report of: ${command}`, error);
    return { passed: 0, failures: [command] };
  }
}

function countAsOne(succeeded: boolean): Outcome {
  return { passed: Number(succeeded), failures: [] };
}

function countVitest(): Outcome {
  const { testResults, numPassedTests } = readReport('vitest') as {
    numPassedTests: number;
    testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
  };
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be read has no test to name.
    return failed.length === 0 && status === 'failed' ? [name] : failed.map((test) => `${name}: ${test.fullName}`);
  });
  return { passed: numPassedTests, failures };
}

function countPlaywright(): Outcome {
  const { suites, stats } = readReport('playwright') as JSONReport;
  return { passed: stats.expected, failures: suites.flatMap(listFailedSpecs) };
}

/** Names the tests that failed, or passed only when they were repeated. */
function listFailedSpecs({ specs, suites = [] }: JSONReportSuite): string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'));
  return [...failed.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(listFailedSpecs)];
}

function readReport(name: string): unknown {
  return JSON.parse(readFileSync(`${results}/${name}.json`, 'utf8'));
}
