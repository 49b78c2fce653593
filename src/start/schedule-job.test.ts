import { describe, expect, it } from 'vitest';
import { createAccountRepository } from '../accounts/people.ts';
import { getField, setField } from '../content/merge-content.ts';
import { releaseFiles } from '../content/release-files.ts';
import { openContentStores } from '../content/testing/open-content-stores.ts';
import { hasChangedDrafts } from '../content/schedules.ts';
import { databaseCases } from '../database/testing/test-postgres.ts';
import { createCoreUnderTest } from '../enquiries/testing/core-under-test.ts';
import { createDraftLinkStore } from '../content/draft-links.ts';
import { createScheduleJob, publishDueSchedules } from './schedule-job.ts';
import { createRecordedLog } from './testing/test-server.ts';

const by = 'anna@example.com';
const due = new Date('2025-01-01T12:00:00Z');
const headline = { file: 'home.yaml', path: ['hero', 'headline'] };
const title = { file: 'home.yaml', path: ['seo', 'title'] };
const phone = { file: 'site.yaml', path: ['contact', 'phone'] };
type Field = typeof headline;

describe.each(databaseCases)('drafts with a time to publish, in %s', (_name, open) => {
  async function start() {
    const opened = await open();
    const { enquiries, deliver, sent } = createCoreUnderTest({ databaseDependencies: opened });
    const people = createAccountRepository(opened);
    await people.createInvitation(by, ['content']);
    const openServer = () => ({ enquiries, people, database: opened, ...openContentStores(opened) });
    const [first, second] = [openServer(), openServer()];
    const { revisionStore } = first;
    const setText = (files: typeof releaseFiles, field: Field, text: string) => setField(files, field, text);
    async function write(field: Field, text: string): Promise<void> {
      const value = setText(releaseFiles, field, text)[field.file];
      await revisionStore.saveDraft({ file: field.file, by, base: releaseFiles[field.file], value });
    }
    async function schedule(field: Field, text: string, at = due): Promise<void> {
      await write(field, text);
      const drafts = await revisionStore.listDrafts({ by, file: field.file });
      await revisionStore.saveSchedule({ at, by, reason: `Says ${text}`, drafts });
    }
    /** Publishes another text of a field, as somebody else. */
    async function publish(field: Field, text: string): Promise<void> {
      const { files, number: baseRevision } = await first.contentRepository.readPublishedContent();
      const publication = { by: 'bob@example.com', reason: 'Theirs', baseRevision, files: setText(files, field, text) };
      expect(await first.contentRepository.publish(publication)).toMatchObject({ outcome: 'published' });
    }
    const publishOnBoth = (now = due) => Promise.all([first, second].map((server) => publishDueSchedules(server, now)));
    return { ...first, deliver, sent, write, schedule, publish, publishOnBoth };
  }
  type Started = Awaited<ReturnType<typeof start>>;

  it('are published then, once, of several servers', async () => {
    const { revisionStore, enquiries, schedule, publishOnBoth } = await start();
    await schedule(headline, 'New words');
    await publishOnBoth(new Date(due.getTime() - 1));
    expect(await revisionStore.readNewestNumber()).toBe(0);
    await publishOnBoth();
    expect(await revisionStore.listRevisions()).toMatchObject([{ number: 1, by, reason: 'Says New words' }]);
    expect([await revisionStore.listDrafts(), await revisionStore.listSchedules()]).toEqual([[], []]);
    expect(await enquiries.listEvents({ limit: 9 })).toMatchObject([{ action: 'publish', actor: by }]);
  });

  it('are published where a server starts after it', async () => {
    const { database, schedule, ...server } = await start();
    await schedule(headline, 'New words');
    const draftLinks = createDraftLinkStore({ database: database.database, clock: { now: () => due } });
    const job = createScheduleJob({ ...server, database, draftLinks, log: createRecordedLog().log });
    job.start();
    await job.stop();
    expect(await server.revisionStore.readNewestNumber()).toBe(1);
  });

  it('are published in their order, merged with what was published meanwhile', async () => {
    const { revisionStore, contentRepository, schedule, publish, publishOnBoth } = await start();
    await schedule(headline, 'New words');
    await schedule(phone, '+44 117 496 0199', new Date(due.getTime() - 60_000));
    await publish(title, 'A title of others');
    await publishOnBoth();
    const reasons = (await revisionStore.listRevisions()).map(({ reason }) => reason);
    expect(reasons).toEqual(['Says New words', 'Says +44 117 496 0199', 'Theirs']);
    expect(getField((await contentRepository.readPublishedContent()).files, title)).toBe('A title of others');
  });

  it.each<[what: string, text: string, act: (started: Started) => Promise<unknown>, problem: string]>([
    ['in conflict with others', 'Mine', ({ publish }) => publish(headline, 'Theirs'), 'has been changed on the site'],
    ['with a fault', '', async () => undefined, 'is empty'],
    ['changed since', 'Mine', ({ write }) => write(headline, 'Mine, later'), 'changed after'],
    ['gone since', 'Mine', ({ revisionStore }) => revisionStore.deleteDraft('home.yaml', by), 'changed after'],
    ['of somebody who may not publish any more', 'Mine', ({ people }) => people.setRoles(by, []), 'may not publish'],
  ])('are held, and their person is mailed once, where they are %s', async (_what, text, act, problem) => {
    const started = await start();
    const { revisionStore, schedule, publishOnBoth, deliver, sent } = started;
    await schedule(headline, text);
    await act(started);
    const before = [await revisionStore.readNewestNumber(), await revisionStore.listDrafts()];
    await publishOnBoth();
    await publishOnBoth();
    await deliver();
    expect([await revisionStore.readNewestNumber(), await revisionStore.listDrafts()]).toEqual(before);
    expect(await revisionStore.listSchedules()).toMatchObject([{ problem: expect.stringContaining(problem) }]);
    expect(sent).toMatchObject([{ to: [by], text: expect.stringContaining(problem) }]);
  });

  it('keep their time where a part of them is published before', async () => {
    const { revisionStore, contentRepository, write, publishOnBoth } = await start();
    await write(headline, 'New words');
    await write(phone, '+44 117 496 0111');
    const drafts = await revisionStore.listDrafts({ by });
    await revisionStore.saveSchedule({ at: due, by, reason: 'Both', drafts });
    const part = drafts.filter(({ file }) => file === 'site.yaml');
    const { files, baseRevision } = await contentRepository.planPublication(part);
    await contentRepository.publish({ by, reason: 'A part', files, baseRevision, drafts: part });
    await publishOnBoth();
    expect(await revisionStore.listSchedules()).toMatchObject([{ problem: expect.stringContaining('changed after') }]);
  });

  it('keep their time where others have drafts of the same texts, and publish them', async () => {
    const { revisionStore, schedule, publishOnBoth } = await start();
    await schedule(headline, 'New words');
    const theirs = { file: 'home.yaml', by: 'bob@example.com', base: releaseFiles['home.yaml'] };
    await revisionStore.saveDraft({ ...theirs, value: setField(releaseFiles, title, 'Theirs')['home.yaml'] });
    const [waiting] = await revisionStore.listSchedules();
    expect(waiting && hasChangedDrafts(waiting, await revisionStore.listDrafts())).toBe(false);
    await revisionStore.endSchedulesOf('bob@example.com', [theirs]);
    await publishOnBoth();
    expect(await revisionStore.readNewestNumber()).toBe(1);
  });

  it('are held where a part of them gets another time', async () => {
    const { revisionStore, write, schedule, publishOnBoth } = await start();
    await write(headline, 'New words');
    await write(phone, '+44 117 496 0111');
    await revisionStore.saveSchedule({ at: due, by, reason: 'Both', drafts: await revisionStore.listDrafts({ by }) });
    await schedule(phone, '+44 117 496 0111', new Date(due.getTime() + 1));
    await publishOnBoth();
    expect(await revisionStore.readNewestNumber()).toBe(0);
    expect(await revisionStore.listSchedules()).toMatchObject([
      { reason: 'Both', problem: expect.stringContaining('a part') },
      {},
    ]);
  });

  it('are not published where they are cancelled while they are rendered', async () => {
    const { revisionStore, contentRepository, schedule } = await start();
    await schedule(headline, 'New words');
    const { files, baseRevision } = await contentRepository.planPublication(await revisionStore.listDrafts());
    const scheduleId = `${(await revisionStore.listSchedules(due))[0]?.id}`;
    await revisionStore.deleteSchedule(scheduleId);
    const publication = { by, reason: 'Mine', files, baseRevision, scheduleId };
    expect(await contentRepository.publish(publication)).toEqual({ outcome: 'overtaken' });
  });
});
