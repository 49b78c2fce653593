import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../enquiries/testing/temporary.ts';
import { checkDisk, judgeSpace } from './doctor-checks.ts';

const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
if (!canMount) console.warn('Not tested: disks that refuse. Only root may mount them.');

/** A disk in memory. */
function mount(options: string): string {
  const directory = temporaryDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory]);
  onTestFinished(() => void execFileSync('umount', [directory]));
  return directory;
}

describe('the doctor, of the disk', () => {
  it.each([
    [1024, 'ok', '1.0 GiB'],
    [1023.9, 'warning', '1023 MiB'],
    [100, 'warning', '100 MiB'],
    [99.9, 'failed', '99 MiB'],
  ])('calls %d MiB of room %s', (mebibytes, status, size) => {
    const detail = expect.stringContaining(`${size} free for data`);
    expect(judgeSpace(mebibytes * 1024 ** 2, 'data')).toEqual({ status, detail });
  });

  it('looks where the data directory will be made', async () => {
    const directory = join(temporaryDirectory(), 'not', 'yet');
    expect((await checkDisk(directory)).detail).toMatch(/^[\d.]+ [GM]iB free for /);
  });

  it.skipIf(!canMount)('says of one that is mounted read-only that it is', async () => {
    const disk = mount('size=2g');
    expect(await checkDisk(disk)).toMatchObject({ status: 'ok' });
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const detail = expect.stringMatching(/^the disk of \/\S+ is mounted read-only: .*dmesg/);
    expect(await checkDisk(join(disk, 'data'))).toEqual({ status: 'failed', detail });
  });

  it.skipIf(!canMount)('says of one without inodes that more room would not help', async () => {
    const disk = mount('size=2g,nr_inodes=110');
    expect(await checkDisk(disk)).toMatchObject({ status: 'ok' });
    for (let count = 1; count <= 10; count += 1) writeFileSync(join(disk, `${count}`), '');
    const detail = expect.stringMatching(/^the disk of \/\S+ takes only 99 files more, .*remove files/);
    expect(await checkDisk(disk)).toEqual({ status: 'failed', detail });
  });
});
