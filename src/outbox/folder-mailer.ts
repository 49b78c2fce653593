import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { fsyncFile } from '../process/fsync-file.ts';
import type { Mailer, MailWithMessageId, MailStore } from './mail.ts';
import { toNodemailerMessage } from './smtp-mailer.ts';

/**
 * Creates a mailer that writes each mail to `<name>.eml` in a folder, for a site without a mail server. A file is
 * durable on return and never partial; it replaces one of the same name. The folder is created on first use.
 */
export function createFolderMailer(directory: string): Mailer<MailWithMessageId> & MailStore {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      try {
        const file = join(directory, createFileName(mail.uniqueName));
        const { message } = await transport.sendMail(toNodemailerMessage(mail));
        if (!Buffer.isBuffer(message)) throw new Error('nodemailer returned a stream instead of a buffer');
        await mkdir(directory, { recursive: true, mode: 0o700 });
        const draft = `${file}.draft`;
        await writeFile(draft, message, { mode: 0o600, flush: true });
        await rename(draft, file);
        fsyncFile(directory);
        return { delivered: true };
      } catch (error) {
        return { delivered: false, permanent: false, reason: error instanceof Error ? error.message : String(error) };
      }
    },

    async deleteForEnquiries(enquiryIds) {
      if (enquiryIds.length === 0) return;
      // Digests go too: any may mention one of the enquiries, and the next lists all that are still pending.
      for (const name of await listMailFiles(directory))
        if (name.startsWith('digest-') || enquiryIds.some((id) => name.includes(id)))
          await rm(join(directory, name), { force: true });
    },

    // By mtime, so that mails of erased enquiries and drafts left by a crash are deleted too.
    async deleteOlderThan(date) {
      for (const name of await listMailFiles(directory)) {
        const file = join(directory, name);
        if ((await stat(file)).mtime < date) await rm(file, { force: true });
      }
    },
  };
}

/** Returns the name of a mail's file: `report-2025-01-anna.eml`, whatever its kind puts between the parts. */
function createFileName(name: string): string {
  return `${name.replaceAll(/[^\w-]+/g, '-')}.eml`;
}

async function listMailFiles(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => /\.eml(?:\.draft)?$/.test(name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
