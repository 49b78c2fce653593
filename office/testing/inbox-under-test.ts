import { onTestFinished } from 'vitest';
import { assembleContent } from '../../content/assemble-content.ts';
import { files } from '../../content/stored-words.ts';
import { createPeople } from '../../accounts/people.ts';
import type { Role } from '../../accounts/roles.ts';
import { createRevisionStore } from '../../content/revisions.ts';
import { coreUnderTest, receive } from '../../enquiries/testing/core-under-test.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { temporarySqlite } from '../../database/testing/temporary.ts';
import { recordedLog } from '../../start/testing/site-under-test.ts';
import { buildInbox } from '../office.ts';
import type { PageFault } from '../../server/publication.ts';
import { openContentRepository } from '../../content/content-repository.ts';
import type { WordsParts } from '../content/publish.tsx';
import type { InboxParts } from '../shared/inbox.tsx';
import { createBrowser } from './browser.ts';
import { viewAsJson } from './views.ts';

export const anna = 'anna@example.com';
export const bob = 'bob@example.com';

export type InboxUnderTest = Awaited<ReturnType<typeof startInbox>>;

/**
 * Starts the real inbox on its own port and a real database, with a clock that is set by hand. Its pages are rendered
 * as JSON of their props.
 */
export async function startInbox(
  config: Partial<InboxParts['config']> = {},
  parts: Partial<InboxParts & Pick<WordsParts, 'showPublished'> & { pageFault: PageFault | undefined }> = {},
) {
  const sqlite = temporarySqlite();
  const { log, lines } = recordedLog();
  const { enquiries, outbox, pass: passInCore } = coreUnderTest({ on: sqlite });
  const clock = { time: new Date('2025-01-01T12:00:00Z').getTime(), now: () => new Date(clock.time) };
  const wordsStore = createRevisionStore(sqlite.database, clock);
  const liveWords = openContentRepository({
    store: wordsStore,
    released: files,
    prove: async () => parts.pageFault ?? null,
  });
  const shown: number[] = [];
  const people = parts.people ?? createPeople(sqlite.database, clock);
  const app = await buildInbox({
    config: { inboxUrl: undefined, trustProxy: 0, ...config },
    log,
    enquiries,
    people,
    words: () => assembleContent(files),
    wordsStore,
    liveWords,
    async showPublished() {
      const number = await wordsStore.newest();
      if (number > (shown.at(-1) ?? 0)) shown.push(number);
      return number;
    },
    preview() {
      throw new Error('These words make no page');
    },
    browserFiles: { styles: 'body{}', passkeyScript: '"use strict"', keptScript: '' },
    render: viewAsJson,
    files: new Map(),
    clock,
    // The test shares the server's event loop, and delays it.
    overloadLimits: { delay: Infinity },
    ...parts,
  });
  const url = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost');
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const origin = config.inboxUrl ?? url;

  /** Resolves to the browser of a signed-in person. */
  async function browserOf(person: string, ...roles: Role[]) {
    const browser = createBrowser(url, origin);
    if (!(await people.people()).some(({ email }) => email === person)) {
      await people.invite(person);
      await people.setRoles(person, roles.length > 0 ? roles : ['enquiries', 'words']);
    }
    browser.cookies.set('__Host-session', await people.signIn(person));
    return browser;
  }

  return {
    url,
    origin,
    enquiries,
    outbox,
    people,
    wordsStore,
    liveWords,
    /** Publications that were shown to visitors at once. */
    shown,
    clock,
    log: () => lines.join(''),
    /** Returns the log lines about requests. */
    requests: () => lines.filter((line) => line.includes('inbox request')),
    /** Resolves to the history, latest first. */
    history: () => enquiries.events({ limit: 99 }),
    receive: (fields?: unknown) => receive(enquiries, fields),
    browserOf,
    newBrowser: () => createBrowser(url, origin),
    pass(milliseconds: number): void {
      passInCore(milliseconds);
      clock.time += milliseconds;
    },
  };
}

/** Starts an inbox with one enquiry, the sample with some fields replaced, and two signed-in people. */
export async function startWithOne(different: Record<string, string> = {}, parts: Partial<InboxParts> = {}) {
  const inbox = await startInbox({}, parts);
  const id = await inbox.receive({ ...fields, ...different });
  return {
    ...inbox,
    id,
    page: `/enquiries/${id}`,
    annas: await inbox.browserOf(anna),
    bobs: await inbox.browserOf(bob),
    found: async () => (await inbox.enquiries.find({ id }))[0],
  };
}
