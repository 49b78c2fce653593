import type { DeliveryHealth } from '../../../enquiries/store.ts';
import type { Result } from './finding.ts';

const minute = 60_000;
// For that long a mail server may be away before the site counts as degraded.
const patience = 15 * minute;

export function checkDeliveries({ counts, oldestFailing }: DeliveryHealth, now: Date): Result {
  const { due, failed, quarantined } = counts;
  const failingFor = oldestFailing === null ? 0 : now.getTime() - oldestFailing.getTime();
  const details = [
    `${due} due, ${failed} failed, ${quarantined} quarantined`,
    ...(failingFor > patience ? [`mail has been failing for ${duration(failingFor)}`] : []),
    ...(failed > 0 ? ['"enquiries list --state failed" shows why, "enquiries retry --failed" sends again'] : []),
    ...(quarantined > 0 ? ['"enquiries list --state quarantined" shows what looks like spam'] : []),
  ];
  return { status: failed > 0 || failingFor > patience ? 'warning' : 'ok', detail: details.join('; ') };
}

function duration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / minute);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / (24 * 60))} days`;
}
