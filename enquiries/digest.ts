import { escapeHtml, type MailRoute } from './mail.ts';
import type { Mail, Mailer, SendOutcome } from './mailer.ts';
import type { EnquiryStore, StoredEnquiry } from './store.ts';

/** `failed`: it is to be tried again. */
export type DigestOutcome = { outcome: 'sent' | 'not needed' } | { outcome: 'failed'; reason: string };

export interface DigestParts {
  store: EnquiryStore;
  mailer: Mailer;
  route: MailRoute;
  random: () => number;
}

/** A flood of spam must not make a mail that no server takes. */
const mostListed = 50;

/**
 * Mails a list of what nobody has been mailed: what was set aside and is not told of yet, and what was given up; unless there was
 * a digest since `due`. Two servers that send it at the same moment may both do so: better twice than never.
 */
export async function sendDigest(parts: DigestParts, due: Date, now: Date): Promise<DigestOutcome> {
  const { store, random } = parts;
  const digest = 2 + Math.floor(random() * 2e9);
  const last = new Date((await store.recall('digest')) ?? 0);
  // One in the future was noted by a clock that has been set back since.
  if (last >= due && last <= now) return { outcome: 'not needed' };
  const setAside = await store.untold(digest, mostListed);
  const failed = await store.list({ state: 'failed', limit: mostListed });
  const sections = [
    {
      title: 'Set aside since the last digest',
      command: 'npm run admin -- enquiries release <id>',
      count: setAside.count,
      listed: setAside.newest,
    },
    {
      title: 'Given up, after the mail server had refused',
      command: 'npm run admin -- enquiries retry <id>',
      count: failed.length < mostListed ? failed.length : await store.count({ state: 'failed' }),
      listed: failed,
    },
  ].filter(({ count }) => count > 0);
  if (sections.length > 0) {
    const sent = await sendSections(sections, parts, now);
    if (!sent.delivered) return { outcome: 'failed', reason: sent.reason };
    await store.told(digest);
  }
  await store.remember('digest', now.toISOString());
  return { outcome: sections.length > 0 ? 'sent' : 'not needed' };
}

/** A filter that refuses the words of spam takes the numbers alone. */
async function sendSections(
  sections: readonly Section[],
  { mailer, route }: DigestParts,
  now: Date,
): Promise<SendOutcome> {
  const sent = await mailer.send(composeDigest(sections, route, now));
  if (sent.delivered || !sent.permanent) return sent;
  const counted = sections.map((section) => ({ ...section, listed: [] }));
  return mailer.send(composeDigest(counted, route, now));
}

interface Section {
  title: string;
  /** What sends one of them after all. */
  command: string;
  count: number;
  listed: readonly StoredEnquiry[];
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
