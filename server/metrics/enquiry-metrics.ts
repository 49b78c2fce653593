import { Counter, Gauge, Registry } from 'prom-client';
import { receipts, type DeliveryEvent, type Receipt } from '../../enquiries/core/core-parts.ts';
import type { DeliveryHealth, OfficeCounts } from '../../enquiries/core/store.ts';
import { concernOfBackups, type Concerns } from '../health.ts';

const outcomes = { delivered: 'delivered', due: 'postponed', failed: 'failed' } as const;
const replyOutcomes: Record<DeliveryEvent['state'], string> = { ...outcomes, unsure: 'unsure' };

/** Counts what becomes of submissions, and attempts of each channel by how they ended, all from 0 on. */
export function countEnquiries(registry: Registry) {
  const counter = (name: string, help: string, ended: readonly string[] = Object.values(outcomes)) => {
    const counted = new Counter({ name, help, labelNames: ['outcome'], registers: [registry] });
    for (const outcome of ended) counted.inc({ outcome }, 0);
    return counted;
  };
  const received = counter(
    'enquiries_received_total',
    'Submissions of the form: accepted (stored, its mail due), repeated (sent again, stored once), quarantined (stored, looks ' +
      'like spam), refused (a field needs attention), unavailable (not stored, and the visitor was told), limited (too many, 429).',
    [...receipts, 'limited'],
  );
  const mail = counter(
    'mail_deliveries_total',
    'Attempts to deliver a mail by how they ended; postponed ones are tried again, failed ones are given up.',
  );
  const attempts: Record<DeliveryEvent['channel'], typeof mail> = {
    mail,
    digest: mail,
    handover: mail,
    webhook: counter(
      'webhook_calls_total',
      'Calls of the webhook by how they ended; postponed ones are tried again, failed ones are given up.',
    ),
    acknowledgement: counter(
      'acknowledgements_total',
      'Attempts to mail visitors that their enquiry has come, by how they ended.',
    ),
    reply: counter(
      'reply_deliveries_total',
      'Attempts to mail what the office answered, by how they ended; unsure: perhaps sent, for a person to decide.',
      Object.values(replyOutcomes),
    ),
  };
  return {
    received: (outcome: Receipt | 'limited'): void => received.inc({ outcome }),
    attempted: ({ state, channel }: Pick<DeliveryEvent, 'state' | 'channel'>): void =>
      attempts[channel].inc({ outcome: replyOutcomes[state] }),
  };
}

/** How things stand by the database. */
export type Figures = DeliveryHealth & Pick<OfficeCounts, 'waiting' | 'overdue'>;

/** Gauges of how things stand now; `figures`: null where the database does not say, or takes nothing. */
export function gaugesOf(figures: Figures | null, concerns: Concerns, now: Date): Registry {
  const registry = new Registry();
  const gauge: ShowGauge = (name, help, shown, label = 'state') => {
    const values = typeof shown === 'number' ? [] : Object.entries(shown);
    const made = new Gauge({ name, help, labelNames: values.length > 0 ? [label] : [], registers: [registry] });
    if (typeof shown === 'number') made.set(shown);
    for (const [of, value] of values) made.set({ [label]: of }, value);
  };
  gauge(
    'database_up',
    '1 if the database could be written and read within 2 seconds each, else 0; what is read from it is left out then.',
    figures === null ? 0 : 1,
  );
  gauge(
    'enquiries_purge_refused',
    '1 if the last daily purge was refused, since it would have erased most enquiries, else 0.',
    Number(concerns.purgeRefused),
  );
  gauge(
    'mail_reaches_nobody',
    '1 if the site is public and there is no SMTP_URL, so that mails become files, else 0.',
    Number(concerns.nobodyMailed),
  );
  // What is not known must not look like 0, "nothing waits".
  if (figures !== null) gaugesOfDatabase(gauge, figures, concernOfBackups(figures, concerns.backups, now), now);
  return registry;
}

/** Of one value, or of one for each value of a label. */
type ShowGauge = (name: string, help: string, shown: number | Record<string, number>, label?: string) => void;

function gaugesOfDatabase(
  gauge: ShowGauge,
  { counts, replies, waiting, overdue, lastBackupAt, ...figures }: Figures,
  backups: ReturnType<typeof concernOfBackups>,
  now: Date,
): void {
  const secondsSince = (time: Date | null) => Math.max(0, (now.getTime() - (time ?? now).getTime()) / 1000);
  gauge(
    'enquiries_by_state',
    'Stored enquiries by the state of their delivery. Servers on one database show the same: take the maximum, not the sum.',
    counts,
  );
  gauge(
    'replies_by_state',
    'What the office answered, by state; failed and unsure ones (perhaps sent) only while their enquiry waits.',
    replies,
  );
  gauge(
    'mail_oldest_undelivered_seconds',
    'For how long the mail or answer that waits longest has been due; 0 if none is.',
    secondsSince(figures.oldestDue),
  );
  gauge(
    'mail_failing_seconds',
    'How long ago the oldest mail was queued whose delivery has failed, given up or not; 0 if there is none.',
    secondsSince(figures.oldestFailing),
  );
  gauge('enquiries_waiting', 'Enquiries that nobody has answered yet, as far as anybody has said.', waiting);
  gauge(
    'enquiries_overdue',
    'Enquiries that nobody has answered by the last office hours before the promise ends.',
    overdue,
  );
  gauge(
    'digest_failing',
    '1 if the latest digest could not be mailed, so far or for good, else 0.',
    Number(figures.isDigestFailing),
  );
  gauge(
    'website_last_backup_timestamp_seconds',
    'When the last good backup was made, in seconds since 1970; 0 if there never was one. The same on all servers.',
    (lastBackupAt?.getTime() ?? 0) / 1000,
  );
  gauge(
    'website_backups_missing',
    '1 by what is wrong with the backups of a public site: none in 50 hours ("overdue"), or none ever ("never made").',
    { overdue: Number(backups === 'overdue'), 'never made': Number(backups === 'never made') },
    'concern',
  );
}
