import type { People } from '../enquiries/core/people.ts';
import type { Webhook } from '../enquiries/channels/webhook.ts';
import { inboxOrigin } from '../office/inbox-origin.ts';
import type { Config } from '../start/config.ts';
import type { Result } from './check.ts';
import { counted, shortTime } from './enquiry-text.ts';

/** Whether anybody can open the inbox. */
export async function checkInbox(config: Config, people: Pick<People, 'people'>): Promise<Result> {
  const invited = await people.people();
  const able = invited.filter(({ passkeys }) => passkeys.length > 0);
  const isTunnelled = config.siteUrl.startsWith('https:') && config.inboxUrl === undefined;
  const way = isTunnelled ? ', through a tunnel only; INBOX_URL is for one behind a proxy' : '';
  const where = `it is at ${inboxOrigin(config)}${way}`;
  if (able.length > 0)
    return { status: 'ok', detail: `${counted(able.length, 'person has', 'people have')} a passkey; ${where}` };
  const who =
    invited.length === 0
      ? 'nobody has been invited'
      : `nobody has a passkey, of ${counted(invited.length, 'person', 'people')} invited`;
  return { status: 'warning', detail: `${who}: "inbox invite" makes a link that is good for a day; ${where}` };
}

/** Whether others are told of enquiries. Of the address, which may be a secret, the host alone. */
export async function checkWebhook(url: string, webhook: Webhook | undefined): Promise<Result> {
  const { host } = new URL(url);
  const status = await webhook?.status();
  if (status === undefined || status.since === null)
    return { status: 'ok', detail: `${host}: its last call was taken, or there was none yet` };
  const { state, since, reason } = status;
  const detail = `${host}: ${state} since ${shortTime(since)}: ${reason}; "webhook test" tries it`;
  return state === 'switched off'
    ? { status: 'failed', detail: `${detail}, and switches it on` }
    : { status: 'warning', detail };
}
