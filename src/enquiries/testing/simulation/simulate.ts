import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runSimulation } from './run.ts';

// npm run simulate -- [--minutes 10]   runs random seeds until one fails or the time is over
// npm run simulate -- --seed 14        runs one seed, and prints the trace
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } } });
const [minutes, given] = [Number(values.minutes), values.seed && Number(values.seed)];
if (!(minutes > 0) || (given !== undefined && !Number.isSafeInteger(given))) {
  console.error('--minutes takes a number above 0, --seed a whole number.');
  process.exit(2);
}
const end = given === undefined ? performance.now() + minutes * 60_000 : 0;
let runs = 0;
do {
  const seed = Number(given ?? randomInt(2 ** 47));
  const { violations, trace } = await runSimulation(seed);
  if (given !== undefined) console.log(trace.join('\n'));
  if (violations.length > 0) {
    const advice = `Seed ${seed} fails. For the trace: npm run simulate -- --seed ${seed}`;
    console.error([...violations, advice].join('\n'));
    process.exit(1);
  }
  runs += 1;
  if (runs % 500 === 0 || performance.now() >= end) console.log(`${runs} runs without a violation`);
} while (performance.now() < end);
