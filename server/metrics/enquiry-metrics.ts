import { Counter, Gauge, type Registry } from 'prom-client';
import type { DeliveryEvent } from '../../enquiries/core/delivery.ts';
import { receipts, type Receipt } from '../../enquiries/core/receiving.ts';
import type { Health } from '../../enquiries/core/enquiries.ts';
import { deliveryStates, mailStates, type OfficeCounts } from '../../enquiries/core/store.ts';
import { concernOfBackups, type Concerns } from '../health.ts';

export interface EnquiryMetrics {
  received(outcome: Receipt | 'limited'): void;
  attempted(event: Pick<DeliveryEvent, 'state' | 'channel'>): void;
  /** Shows how things stand now; null where the database does not say, or takes nothing. */
  show(figures: (Health & OfficeCounts) | null, concerns: Concerns, now: Date): void;
}

const backupConcerns = ['overdue', 'never made'] as const;
const outcomes = { delivered: 'delivered', due: 'postponed', failed: 'failed' } as const;
const replyOutcomes: Record<DeliveryEvent['state'], string> = { ...outcomes, unsure: 'unsure' };

export function createEnquiryMetrics(registry: Registry): EnquiryMetrics {
  const received = new Counter({
    name: 'enquiries_received_total',
    help:
      'Submissions of the form: accepted (stored, its mail due), repeated (sent again, stored once), quarantined (stored, looks ' +
      'like spam), refused (a field needs attention), unavailable (not stored, and the visitor was told), limited (too many, 429).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of [...receipts, 'limited']) received.inc({ outcome }, 0);
  const counters = createDeliveryCounters(registry);
  const gauges = createGauges(registry);

  return {
    received: (outcome) => received.inc({ outcome }),
    attempted: ({ state, channel }) => {
      counters[channel].inc({ outcome: replyOutcomes[state] });
    },
    show(health, concerns, now) {
      gauges.purgeRefused.set(concerns.purgeRefused ? 1 : 0);
      gauges.nobodyMailed.set(concerns.nobodyMailed ? 1 : 0);
      gauges.up.set(health === null ? 0 : 1);
      // What is not known must not look like 0, "nothing waits".
      if (health === null) return forget(gauges);
      for (const state of mailStates) gauges.byState.set({ state }, health.counts[state]);
      for (const state of deliveryStates) gauges.replies.set({ state }, health.replies[state]);
      gauges.oldest.set(secondsSince(health.oldestDue, now));
      gauges.failing.set(secondsSince(health.oldestFailing, now));
      gauges.waiting.set(health.waiting);
      gauges.overdue.set(health.overdue);
      gauges.digestFailing.set(health.isDigestFailing ? 1 : 0);
      gauges.webhookOff.set(health.isWebhookOff ? 1 : 0);
      gauges.lastBackup.set((health.lastBackupAt?.getTime() ?? 0) / 1000);
      const backups = concernOfBackups(health, concerns.backups, now);
      for (const concern of backupConcerns) gauges.backups.set({ concern }, backups === concern ? 1 : 0);
    },
  };
}

/** Of attempts by how they ended, for each channel. */
function createDeliveryCounters(registry: Registry): Record<DeliveryEvent['channel'], Counter<'outcome'>> {
  const counter = (name: string, help: string, ended: Readonly<Record<string, string>> = outcomes) => {
    const counted = new Counter({ name, help, labelNames: ['outcome'], registers: [registry] });
    for (const outcome of Object.values(ended)) counted.inc({ outcome }, 0);
    return counted;
  };
  const mail = counter(
    'mail_deliveries_total',
    'Attempts to deliver a mail by how they ended; postponed ones are tried again, failed ones are given up.',
  );
  return {
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
      replyOutcomes,
    ),
  };
}

function createGauges(registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  return {
    up: gauge(
      'database_up',
      '1 if the database could be written and read within 2 seconds each, else 0; what is read from it is left out then.',
    ),
    byState: new Gauge({
      name: 'enquiries_by_state',
      help: 'Stored enquiries by the state of their delivery. Servers on one database show the same: take the maximum, not the sum.',
      labelNames: ['state'],
      registers,
    }),
    replies: new Gauge({
      name: 'replies_by_state',
      help: 'What the office answered, by state; failed and unsure ones (perhaps sent) only while their enquiry waits.',
      labelNames: ['state'],
      registers,
    }),
    oldest: gauge(
      'mail_oldest_undelivered_seconds',
      'For how long the mail or answer that waits longest has been due; 0 if none is.',
    ),
    failing: gauge(
      'mail_failing_seconds',
      'How long ago the oldest mail was queued whose delivery has failed, given up or not; 0 if there is none.',
    ),
    purgeRefused: gauge(
      'enquiries_purge_refused',
      '1 if the last daily purge was refused, since it would have erased most enquiries, else 0.',
    ),
    waiting: gauge('enquiries_waiting', 'Enquiries that nobody has answered yet, as far as anybody has said.'),
    overdue: gauge(
      'enquiries_overdue',
      'Enquiries that nobody has answered by the last office hours before the promise ends.',
    ),
    digestFailing: gauge('digest_failing', '1 if the latest digest could not be mailed, so far or for good, else 0.'),
    webhookOff: gauge('webhook_switched_off', '1 if the webhook failed for a day and is not called any more, else 0.'),
    lastBackup: gauge(
      'website_last_backup_timestamp_seconds',
      'When the last good backup was made, in seconds since 1970; 0 if there never was one. The same on all servers.',
    ),
    backups: new Gauge({
      name: 'website_backups_missing',
      help: '1 by what is wrong with the backups of a public site: none in 50 hours ("overdue"), or none ever ("never made").',
      labelNames: ['concern'],
      registers,
    }),
    nobodyMailed: gauge(
      'mail_reaches_nobody',
      '1 if the site is public and there is no SMTP_URL, so that mails become files, else 0.',
    ),
  };
}

function forget({ byState, replies, backups, ...gauges }: ReturnType<typeof createGauges>): void {
  byState.reset();
  replies.reset();
  backups.reset();
  for (const name of ['oldest', 'failing', 'waiting', 'overdue', 'digestFailing', 'webhookOff', 'lastBackup'] as const)
    gauges[name].remove();
}

function secondsSince(time: Date | null, now: Date): number {
  return time === null ? 0 : Math.max(0, (now.getTime() - time.getTime()) / 1000);
}
