import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../enquiries/testing/temporary.ts';
import { checkDisk, judgeDisk } from './check-disk.ts';

const mebibyte = 1024 ** 2;

describe('the check of the disk', () => {
  it.each([
    [1024 * mebibyte, 'ok', '1.0 GiB'],
    [1024 * mebibyte - 1, 'warning', '1023 MiB'],
    [100 * mebibyte, 'warning', '100 MiB'],
    [100 * mebibyte - 1, 'failed', '99 MiB'],
    [0, 'failed', '0 MiB'],
  ])('calls %d bytes %s', (free, status, inWords) => {
    expect(judgeDisk(free, 'data')).toEqual({ status, detail: expect.stringContaining(`${inWords} free for data`) });
  });

  it('looks at the disk on which the data directory will be made', async () => {
    const directory = join(temporaryDirectory(), 'not', 'yet');
    expect((await checkDisk(directory)).detail).toMatch(/^[\d.]+ [GM]iB free for /);
  });
});
