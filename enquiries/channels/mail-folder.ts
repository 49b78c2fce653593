import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { acknowledgementName } from './acknowledgement.ts';
import type { KeptMails } from '../core/channels.ts';

export interface MailFolder extends KeptMails {
  /** Durable on return, and never half a file: a mail replaces an earlier one of the same name. */
  keep(name: string, message: Uint8Array): Promise<void>;
}

/** A folder with one `<name>.eml` a mail, which any mail program opens. It is made when first needed. */
export function createMailFolder(directory: string): MailFolder {
  return {
    async keep(name, message) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const file = join(directory, fileName(name));
      const draft = `${file}.draft`;
      await writeDurably(draft, message);
      await rename(draft, file);
      await syncDirectory(directory);
    },

    async forget(enquiryIds) {
      for (const name of enquiryIds.flatMap((id) => [id, acknowledgementName(id)]))
        await rm(join(directory, fileName(name)), { force: true });
      // Each may tell of one of them, and the next one tells of all that is still to be told.
      if (enquiryIds.length > 0)
        for (const name of await mailsIn(directory))
          if (name.startsWith('digest-')) await rm(join(directory, name), { force: true });
    },

    // By the file's time, so that mails whose enquiry is long gone, and drafts that a crash left, go too.
    async forgetOlderThan(date) {
      for (const name of await mailsIn(directory)) {
        const file = join(directory, name);
        if ((await stat(file)).mtime < date) await rm(file, { force: true });
      }
    },
  };
}

function fileName(name: string): string {
  if (!/^[\w-]+$/.test(name)) throw new Error('The name of a mail is no file name');
  return `${name}.eml`;
}

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the rename itself durable. Windows cannot open a directory, and needs no such call. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function mailsIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => /\.eml(?:\.draft)?$/.test(name));
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return [];
    throw fault;
  }
}
