import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { createFolderMailer } from './folder-mailer.ts';
import { composeEnquiryMail } from '../enquiries/notifications/enquiry-mail.ts';
import { mailRoute } from '../enquiries/testing/core-under-test.ts';
import { sampleFields, createSampleEnquiry } from '../enquiries/testing/samples.ts';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';

function mailOf(number: number, message = 'Hello') {
  return composeEnquiryMail(
    { ...createSampleEnquiry(number, { message }), messageId: `<${number}@ours.example>` },
    mailRoute,
  );
}

describe('the mail folder', () => {
  it('makes the folder, and in it one file for each enquiry that a mail program reads', async () => {
    const directory = join(createTemporaryDirectory(), 'data', 'mail');
    const mailer = createFolderMailer(directory);
    const files = [{ name: 'Größe 1.pdf', type: 'application/pdf', body: Buffer.from('%PDF-\0\u00FF') }];
    const mail = { ...mailOf(1, 'Zoë says:\n你好'), files };
    // A second attempt replaces the first file.
    for (const one of [mailOf(1, 'first'), mail]) expect(await mailer.send(one)).toEqual({ delivered: true });
    expect(readdirSync(directory)).toEqual([`${createSampleEnquiry(1).id}.eml`]);
    const file = readFileSync(join(directory, `${createSampleEnquiry(1).id}.eml`));
    const read = await PostalMime.parse(file);
    expect(read.replyTo).toEqual([{ name: sampleFields.name, address: sampleFields.email }]);
    expect(read.text?.trimEnd()).toBe(mail.text.trimEnd());
    expect(read.html?.trimEnd()).toBe(mail.html?.trimEnd());
    expect(read.attachments).toMatchObject([
      { filename: 'Größe 1.pdf', mimeType: 'application/pdf', disposition: 'attachment' },
    ]);
    expect(Buffer.from(read.attachments[0]?.content as ArrayBuffer)).toEqual(files[0]?.body);
    expect(file.toString('latin1')).not.toMatch(/[^\r]\n/);
  });

  it('forgets with an enquiry its acknowledgement, its answers and all digests, which may tell of it, and minds no missing folder', async () => {
    const directory = join(createTemporaryDirectory(), 'mail');
    const folder = createFolderMailer(directory);
    await folder.deleteOlderThan(new Date());
    const ids = [1, 2, 3].map((number) => createSampleEnquiry(number).id);
    await folder.deleteForEnquiries(ids);
    expect(existsSync(directory)).toBe(false);
    const [one, , event] = ids;
    const [reply, other] = [1, 2].map((number) => `reply-${createSampleEnquiry(number).id}-${event}`);
    for (const uniqueName of [`${one}`, `acknowledgement-${one}`, 'digest-2025-01-01', `${reply}`, `${other}`])
      await folder.send({ ...mailOf(1), uniqueName });
    await folder.deleteForEnquiries(['never-there', `${one}`]);
    expect(readdirSync(directory)).toEqual([`${other}.eml`]);
  });

  it('forgets old mails and old drafts, and nothing else', async () => {
    const directory = createTemporaryDirectory();
    const old = new Date('2020-01-01');
    for (const name of ['old.eml', 'old.eml.draft', 'old.txt', 'new.eml']) {
      writeFileSync(join(directory, name), '');
      if (name.startsWith('old')) utimesSync(join(directory, name), old, old);
    }
    await createFolderMailer(directory).deleteOlderThan(new Date('2021-01-01'));
    expect(readdirSync(directory).toSorted()).toEqual(['new.eml', 'old.txt']);
  });

  it('reports a folder that cannot be made as a temporary failure', async () => {
    const directory = join(createTemporaryDirectory(), 'mail');
    writeFileSync(directory, 'a file in the way');
    const failed = { delivered: false, permanent: false, reason: expect.stringMatching(/EEXIST|ENOTDIR/) };
    expect(await createFolderMailer(directory).send(mailOf(1))).toEqual(failed);
  });

  it('has no mail leave it, whatever the mail is called', async () => {
    const directory = createTemporaryDirectory();
    await createFolderMailer(directory).send({ ...mailOf(1), uniqueName: '../outside.b' });
    expect(readdirSync(directory)).toEqual(['-outside-b.eml']);
  });
});
