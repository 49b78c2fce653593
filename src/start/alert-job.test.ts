import { expect, it, vi } from 'vitest';
import { createCoreUnderTest } from '../enquiries/testing/core-under-test.ts';
import type { Readiness } from '../server/health.ts';
import { createAlertJob, readCertificateExpiry } from './alert-job.ts';
import { createRecordedLog } from './testing/test-server.ts';
import { startTlsServer } from './testing/tls-server.ts';

it('mails by itself that the database is away, until it is sent once, and that it is back', async () => {
  const { enquiries } = createCoreUnderTest();
  vi.useFakeTimers({ now: new Date('2025-01-01T12:00:00Z') });
  const sendAlert = vi.fn(async (_alert: object) => sendAlert.mock.calls.length > 1);
  const readiness: { now: Readiness } = { now: { status: 'unavailable', database: 'not writable' } };
  const checks = { checkHost: async () => {}, checkReadiness: async () => readiness.now };
  const job = createAlertJob({ enquiries, sendAlert, log: createRecordedLog().log }, checks);
  job.start();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const away = expect.objectContaining({ problem: 'database: away', since: '2025-01-01T12:01:00.000Z' });
  expect(sendAlert.mock.calls).toEqual([[away], [away]]);
  readiness.now = { status: 'degraded', concerns: ['backup: overdue'] };
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  expect(sendAlert.mock.calls.slice(2)).toEqual([[expect.objectContaining({ until: '2025-01-01T12:10:00.000Z' })]]);
  expect(await enquiries.readOpenAlerts()).toMatchObject([{ problem: 'backup: overdue' }]);
  await job.stop();
});

it('reads the end of a certificate that no authority has signed, and nothing where nobody answers', async () => {
  const { url, stop } = await startTlsServer();
  expect((await readCertificateExpiry(url))?.getTime()).toBeCloseTo(Date.now() + 5 * 86_400_000, -5);
  await stop();
  expect(await readCertificateExpiry(url)).toBeNull();
});
