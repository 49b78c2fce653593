import { expect, it, vi } from 'vitest';
import { findActivatedSocketDescriptor } from './socket-activation.ts';

const own = `${process.pid}`;
const [site, inbox] = ['website.socket', 'website-inbox.socket'];

it.each([
  ['the one of the site', [own, '1', site], [3, undefined]],
  ['those of site and inbox', [own, '2', `${inbox}:${site}`], [4, 3]],
  ['that of the inbox alone', [own, '1', inbox], [undefined, 3]],
  ['a name beyond their number', [own, '1', `${inbox}:${site}`], [undefined, 3]],
  ['one for another process', ['1', '1'], [undefined, undefined]],
  ['none', [], [undefined, undefined]],
])('a socket that systemd hands over is known by its unit: %s', (_what, [pid, count, names], found) => {
  vi.stubEnv('LISTEN_PID', pid);
  vi.stubEnv('LISTEN_FDS', count);
  vi.stubEnv('LISTEN_FDNAMES', names);
  expect([
    findActivatedSocketDescriptor('website.socket'),
    findActivatedSocketDescriptor('website-inbox.socket'),
  ]).toEqual(found);
});
