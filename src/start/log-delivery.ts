import type { DeliveryAttempt } from '../outbox/delivery-processor.ts';
import type { Log } from '../process/log.ts';
import { redactFailureReason } from '../process/redact-error.ts';

/** Logs a delivery. Failed acknowledgements and webhook calls are warnings: the enquiry itself is mailed. */
export function logDelivery(log: Log, event: DeliveryAttempt): void {
  const { recordId: enquiryId, attempt, kind, state } = event;
  const isMail = kind !== 'acknowledgement' && kind !== 'webhook';
  const about = { enquiryId, attempt, ...(kind === 'mail' || kind === 'digest' ? {} : { channel: kind }) };
  const reason = event.reason === undefined ? undefined : redactFailureReason(event.reason);
  switch (state) {
    case 'delivered':
      log.info(about, isMail ? 'mail delivered' : 'delivered');
      if (reason !== undefined) log.warn({ ...about, reason }, 'not to everybody');
      return;
    case 'suppressed':
      return log.info({ ...about, reason }, 'delivery cancelled');
    case 'unconfirmed':
      return log.error({ ...about, reason }, 'perhaps sent: a person has to decide');
    case 'failed':
      if (isMail) return log.error({ ...about, reason }, 'mail failed: an operator has to act');
      return log.warn({ ...about, reason }, 'given up');
    case 'due':
      return log.warn(
        { ...about, reason, dueAt: event.dueAt },
        isMail ? 'mail not delivered yet' : 'not delivered yet',
      );
  }
}
