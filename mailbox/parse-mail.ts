import type { RawMail, ReceivedMail } from './received-mail.ts';
export async function parseMail(_raw: RawMail): Promise<ReceivedMail> {
  throw new Error('none');
}
export function createUnreadableMail(_raw: RawMail): ReceivedMail {
  throw new Error('none');
}
