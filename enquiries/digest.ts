import { escapeHtml, type MailRoute } from './mail.ts';
import type { Mail, Mailer } from './mailer.ts';
import type { EnquiryStore, StoredEnquiry } from './store.ts';

/** `failed`: it is to be tried again. */
export type DigestOutcome = { outcome: 'sent' | 'not needed' } | { outcome: 'failed'; reason: string };

export interface DigestParts {
  store: EnquiryStore;
  mailer: Mailer;
  route: MailRoute;
}

/** A flood of spam must not make a mail that no server takes. */
const mostListed = 50;

const day = 24 * 60 * 60 * 1000;

/**
 * Mails a list of what nobody has been mailed: what was set aside since the last digest, and what was given up; unless there was
 * a digest since `due`. What was there before the first one is left out. Two servers that send it at the same moment may both do
 * so: better twice than never.
 */
export async function sendDigest(parts: DigestParts, due: Date, now: Date): Promise<DigestOutcome> {
  const { store, mailer, route } = parts;
  const noted = await store.recall('digest');
  if (noted === null) await store.remember('digest', now.toISOString());
  const last = new Date(noted ?? now);
  // One in the future was sent by a clock that has been set back since.
  const from = last > now ? new Date(due.getTime() - day) : last;
  if (from >= due) return { outcome: 'not needed' };
  const sections = [
    await section(
      store,
      'quarantined',
      'Set aside since the last digest',
      'npm run admin -- enquiries release <id>',
      from,
    ),
    await section(
      store,
      'failed',
      'Given up, after the mail server had refused',
      'npm run admin -- enquiries retry <id>',
    ),
  ].filter(({ count }) => count > 0);
  if (sections.length > 0) {
    const sent = await mailer.send(composeDigest(sections, route, now));
    if (!sent.delivered) return { outcome: 'failed', reason: sent.reason };
  }
  await store.remember('digest', now.toISOString());
  return { outcome: sections.length > 0 ? 'sent' : 'not needed' };
}

interface Section {
  title: string;
  /** What sends one of them after all. */
  command: string;
  count: number;
  listed: readonly StoredEnquiry[];
}

async function section(
  store: EnquiryStore,
  state: 'quarantined' | 'failed',
  title: string,
  command: string,
  from?: Date,
): Promise<Section> {
  const filter = { state, ...(from && { from }) };
  const [count, listed] = [await store.count(filter), await store.list({ ...filter, limit: mostListed })];
  return { title, command, count, listed };
}

function composeDigest(sections: readonly Section[], { from, to, siteName }: MailRoute, date: Date): Mail {
  const sender = { name: `${siteName} website`, address: from };
  const counts = sections.map(({ title, count }) => `${title}: ${count}`);
  const text = sections.map(textOf).join('\n');
  return {
    enquiryId: `digest-${date.toISOString().slice(0, 10)}`,
    messageId: `<digest.${date.getTime()}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date,
    from: sender,
    to,
    replyTo: sender,
    subject: `Messages that nobody was mailed: ${counts.join(', ')}`,
    text,
    html: `<!doctype html>\n<html lang="en-GB"><title>Messages that nobody was mailed</title><pre>${escapeHtml(text)}</pre></html>\n`,
  };
}

function textOf({ title, command, count, listed }: Section): string {
  const rest = count - listed.length;
  return [
    `${title}: ${count}`,
    '',
    ...listed.map(
      ({ id, name, email, subject, delivery }) =>
        `${id}\n  from ${shortened(name)} <${email}>: ${shortened(subject)}\n  ${delivery.lastReason ?? ''}\n`,
    ),
    ...(rest > 0 ? [`and ${rest} more`, ''] : []),
    `Look at the words with: npm run admin -- enquiries show <id>`,
    `If it is from a person, have it mailed with: ${command}`,
    '',
  ].join('\n');
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
