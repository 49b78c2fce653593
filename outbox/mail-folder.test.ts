import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { createMailFolder } from './mail-folder.ts';
import { composeMail } from '../enquiries/notifications/enquiry-mail.ts';
import { route } from '../enquiries/testing/core-under-test.ts';
import { fields, sampleEnquiry } from '../enquiries/testing/samples.ts';
import { temporaryDirectory } from '../database/testing/temporary.ts';

function mailOf(number: number, message = 'Hello') {
  return composeMail({ ...sampleEnquiry(number, { message }), messageId: `<${number}@ours.example>` }, route);
}

describe('the mail folder', () => {
  it('makes the folder, and in it one file for each enquiry that a mail program reads', async () => {
    const directory = join(temporaryDirectory(), 'data', 'mail');
    const mailer = createMailFolder(directory);
    const mail = mailOf(1, 'Zoë says:\n你好');
    // A second attempt replaces the first file.
    for (const one of [mailOf(1, 'first'), mail]) expect(await mailer.send(one)).toEqual({ delivered: true });
    expect(readdirSync(directory)).toEqual([`${sampleEnquiry(1).id}.eml`]);
    const file = readFileSync(join(directory, `${sampleEnquiry(1).id}.eml`));
    const read = await PostalMime.parse(file);
    expect(read.replyTo).toEqual([{ name: fields.name, address: fields.email }]);
    expect(read.text?.trimEnd()).toBe(mail.text.trimEnd());
    expect(read.html?.trimEnd()).toBe(mail.html.trimEnd());
    expect(file.toString('latin1')).not.toMatch(/[^\r]\n/);
  });

  it('forgets with an enquiry its acknowledgement, its answers and all digests, which may tell of it, and minds no missing folder', async () => {
    const directory = join(temporaryDirectory(), 'mail');
    const folder = createMailFolder(directory);
    await folder.forgetOlderThan(new Date());
    const ids = [1, 2, 3].map((number) => sampleEnquiry(number).id);
    await folder.forget(ids);
    expect(existsSync(directory)).toBe(false);
    const [one, , event] = ids;
    const [reply, other] = [1, 2].map((number) => `reply-${sampleEnquiry(number).id}-${event}`);
    for (const name of [`${one}`, `acknowledgement-${one}`, 'digest-2025-01-01', `${reply}`, `${other}`])
      await folder.send({ ...mailOf(1), name });
    await folder.forget(['never-there', `${one}`]);
    expect(readdirSync(directory)).toEqual([`${other}.eml`]);
  });

  it('forgets old mails and old drafts, and nothing else', async () => {
    const directory = temporaryDirectory();
    const old = new Date('2020-01-01');
    for (const name of ['old.eml', 'old.eml.draft', 'old.txt', 'new.eml']) {
      writeFileSync(join(directory, name), '');
      if (name.startsWith('old')) utimesSync(join(directory, name), old, old);
    }
    await createMailFolder(directory).forgetOlderThan(new Date('2021-01-01'));
    expect(readdirSync(directory).toSorted()).toEqual(['new.eml', 'old.txt']);
  });

  it('reports a folder that cannot be made, and a name that leaves it, as temporary failures', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'mail'), 'a file in the way');
    for (const [place, name, says] of [
      [join(directory, 'mail'), 'a', /EEXIST|ENOTDIR/],
      [directory, '../outside', /no file name/],
    ] as const) {
      const failed = { delivered: false, permanent: false, reason: expect.stringMatching(says) };
      expect(await createMailFolder(place).send({ ...mailOf(1), name })).toEqual(failed);
    }
  });
});
