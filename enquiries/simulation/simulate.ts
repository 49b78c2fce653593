import { randomInt } from 'node:crypto';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { run } from './run.ts';

// npm run simulate -- [--minutes 10]   runs from random seeds, each twice, until one fails or the time is over
// npm run simulate -- --seed 14        runs from one seed, and shows all that happens
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } } });
const [minutes, seed] = [Number(values.minutes), Number(values.seed ?? 0)];
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('--minutes takes a number above 0, --seed a whole number.');
  process.exit(2);
}
process.exitCode = values.seed === undefined ? await simulateFor(minutes * 60_000) : await show(seed);

async function simulateFor(milliseconds: number): Promise<0 | 1> {
  const end = performance.now() + milliseconds;
  let runs = 0;
  while (performance.now() < end) {
    const drawn = randomInt(2 ** 47);
    const [once, again] = [await run(drawn), await run(drawn)];
    runs += 1;
    if (!isDeepStrictEqual(once, again)) return fail(drawn, ['it went another way the second time']);
    if (once.violations.length > 0) return fail(drawn, once.violations);
    if (runs % 500 === 0) console.log(`${runs} runs without a fault`);
  }
  console.log(`${runs} runs, each twice, without a fault`);
  return 0;
}

async function show(of: number): Promise<0 | 1> {
  const { trace, violations } = await run(of);
  console.log(trace.join('\n'));
  return violations.length === 0 ? 0 : fail(of, violations);
}

function fail(of: number, violations: readonly string[]): 1 {
  for (const violation of violations) console.error(violation);
  console.error(`Seed ${of} fails. To see all that happened: npm run simulate -- --seed ${of}`);
  return 1;
}
