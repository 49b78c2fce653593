import { availableParallelism, loadavg } from 'node:os';

/** For below a report: where others use the machine as well, times are longer than the pages' own, and each page's by another bit. */
export function describeLoad(): string {
  const [load = NaN] = loadavg();
  return `Load of the machine at the end: ${load.toFixed(1)} on ${availableParallelism()} processors`;
}
