import { once } from 'node:events';
import { connect } from 'node:tls';
import { createAlertTracker, type Alert } from '../enquiries/alerts.ts';
import { concerns, selectConcerns, type Concern } from '../enquiries/concerns.ts';
import { lowDiskSpaceBytes, findWritableBytes } from '../process/disk-space.ts';
import { listTakenBackVersions } from '../process/installed-versions.ts';
import type { Readiness } from '../server/health.ts';
import { createRepeatedJob } from '../process/repeated-job.ts';
import { isPublicSite } from '../process/is-loopback-host.ts';
import type { Config } from './config.ts';
import type { ApplicationCore } from './open-application-core.ts';

const minute = 60_000;

/** Returns a job that looks each minute for what needs a person. That the database is away is mailed at once. */
export function createAlertJob(
  { enquiries, sendAlert, log }: Pick<ApplicationCore, 'enquiries' | 'sendAlert' | 'log'>,
  { checkHost, checkReadiness }: { checkHost: () => Promise<void>; checkReadiness: () => Promise<Readiness> },
) {
  const trackOutage = createAlertTracker();
  let outages: readonly Alert[] = [];
  const unsent: Alert[] = [];
  async function updateAlerts(): Promise<void> {
    await checkHost();
    const readiness = await checkReadiness();
    const outage = selectConcerns({ 'database: away': readiness.status === 'unavailable' });
    const { open, changed } = trackOutage(outages, outage, new Date());
    outages = open;
    for (const alert of [...unsent.splice(0), ...changed]) if (!(await sendAlert(alert))) unsent.push(alert);
    if (readiness.status !== 'unavailable') await enquiries.updateAlerts(readiness.concerns);
  }
  return createRepeatedJob(async () => {
    await updateAlerts().catch((err: unknown) => log.error({ err }, 'alerts could not be updated and are tried again'));
    return minute;
  }, minute);
}

/** Returns a check, for each minute, of the disk, of updates and, once an hour, of the certificate of a public site. */
export function createHostCheck({ database, dataDirectory, siteUrl }: Config) {
  let [freeBytes, expiresAt, looks]: [number | null, Date | null, number] = [Infinity, null, 0];
  return {
    async checkHost(): Promise<void> {
      // PostgreSQL has its own disk.
      if (database.kind === 'sqlite') freeBytes = await findWritableBytes(dataDirectory).catch(() => freeBytes);
      const isDue = looks++ % 60 === 0 && isPublicSite({ siteUrl });
      if (isDue) expiresAt = (await readCertificateExpiry(siteUrl)) ?? expiresAt;
    },
    getConcerns: (): Concern[] =>
      selectConcerns({
        'update: taken back': listTakenBackVersions().length > 0,
        'disk: read-only': freeBytes === null,
        'disk: nearly full': freeBytes !== null && freeBytes < lowDiskSpaceBytes,
        'certificate: expiring':
          expiresAt !== null && expiresAt.getTime() - Date.now() < concerns['certificate: expiring'].beforeMs,
      }),
  };
}

/** Resolves to the end of the certificate of an https URL, valid or not; null if its host cannot be reached. */
export async function readCertificateExpiry(url: string): Promise<Date | null> {
  const { hostname: servername, port } = new URL(url);
  const socket = connect({ host: servername, servername, port: Number(port || 443), rejectUnauthorized: false });
  // Without a listener, a late error would end the process.
  socket.on('error', () => {});
  const connected = once(socket, 'secureConnect', { signal: AbortSignal.timeout(5000) }).catch(() => null);
  const expiresAt = (await connected) && new Date(socket.getPeerCertificate().valid_to);
  socket.destroy();
  return expiresAt;
}
