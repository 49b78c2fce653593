import { randomUUID } from 'node:crypto';
import { composeInvitationMail, type InvitationMailDetails } from '../accounts/invitation-mail.ts';
import type { Content } from '../content/content-models.ts';
import type { Database } from '../database/database.ts';
import { findOfficeOrigin } from '../office/office-origin.ts';
import { createMailerWithMessageIds, getEmailDomain, type Mailer, type MailWithMessageId } from '../outbox/mail.ts';
import { createMessageIdLoader } from '../outbox/message-ids.ts';
import { createSmtpMailer } from '../outbox/smtp-mailer.ts';
import { systemClock } from '../process/clock.ts';
import type { Config } from './config.ts';

interface MailingDependencies {
  config: Config;
  database: Database;
  getContent: () => Content;
  /** Takes the mails while no mail server is set. */
  folder: Mailer<MailWithMessageId>;
}

/** Creates the mailing, with the content shown when a mail is sent. */
export function createMailing({ config, database, getContent, folder }: MailingDependencies) {
  const route = {
    from: config.mailFrom,
    to: config.mailTo,
    alertTo: config.alertTo,
    get siteName() {
      return getContent().site.name;
    },
    get timeZone() {
      return getContent().office.timeZone;
    },
    officeUrl: findOfficeOrigin(config),
  };
  const loadMessageIds = createMessageIdLoader(database, getEmailDomain(config.mailFrom.address));
  const transport = config.smtpUrl === undefined ? folder : createSmtpMailer(config.smtpUrl, config);
  const mailer = createMailerWithMessageIds(transport, loadMessageIds);
  const mailInvitation = (invitation: InvitationMailDetails) =>
    mailer.send(composeInvitationMail(invitation, { id: randomUUID(), date: systemClock.now() }, route));
  return {
    mailer,
    route,
    loadMessageIds,
    /** Returns the sender of the site's mails, and the other addresses of the office. */
    getMailAddresses: () => ({
      sender: config.mailFrom.address,
      office: [...config.mailTo, ...config.alertTo, getContent().site.contact.email],
    }),
    /** Mails an invitation at once; undefined without a mail server. */
    mailInvitation: config.smtpUrl === undefined ? undefined : mailInvitation,
  };
}
