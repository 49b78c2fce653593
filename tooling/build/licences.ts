import { existsSync, globSync, readFileSync } from 'node:fs';
import type { LockedPackage } from './production-packages.ts';

/**
 * The licences of packages as one text: name, version and licence of each, with the words that its authors want repeated.
 * @param packages by their places in node_modules; what is made for another kind of machine, and so is not there, is left out
 */
export function licencesOf(packages: ReadonlyMap<string, LockedPackage>): string {
  const line = '-'.repeat(80);
  const installed = [...packages].filter(([place]) => existsSync(place)).sort(([a], [b]) => (a < b ? -1 : 1));
  return installed
    .map(([place, { version, license }]) => {
      const texts = globSync(`${place}/{[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*,NOTICE*}`)
        .sort()
        .map((file) => readFileSync(file, 'utf8').trim());
      const name = place.replace(/^.*node_modules\//, '');
      return `${[`${name} ${version}, ${license}`, ...texts].join('\n\n')}\n`;
    })
    .join(`\n${line}\n\n`);
}
