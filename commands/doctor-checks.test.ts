import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../enquiries/testing/temporary.ts';
import { checkDisk, checkPlaceholders, judgeSpace } from './doctor-checks.ts';

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
});

it('the doctor finds nothing to warn of where all is filled in but what not every company has', () => {
  const vatNumber = { what: 'VAT number', where: 'a file', why: 'a reason', isOptional: true } as const;
  const site = { siteUrl: 'https://www.example.com' };
  expect(checkPlaceholders(site, [])).toEqual({ status: 'ok', detail: 'everything is filled in' });
  const detail = expect.stringContaining('\nVAT number, if any: a file');
  expect(checkPlaceholders(site, [vatNumber])).toMatchObject({ status: 'ok', detail });
});
