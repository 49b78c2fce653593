import { onTestFinished } from 'vitest';
import { assembleContent } from '../../content/assemble-content.ts';
import { releaseFiles } from '../../content/release-files.ts';
import { createAccountRepository } from '../../accounts/people.ts';
import type { Role } from '../../accounts/roles.ts';
import { createRevisionStore } from '../../content/revisions.ts';
import { createCoreUnderTest, submitEnquiry } from '../../enquiries/testing/core-under-test.ts';
import { alwaysOpen, sampleFields } from '../../enquiries/testing/samples.ts';
import { createAssetStore } from '../../database/asset-store.ts';
import { openTemporarySqlite } from '../../database/testing/temporary-sqlite.ts';
import { createRecordedLog } from '../../start/testing/test-server.ts';
import { createDraftLinkStore } from '../../content/draft-links.ts';
import { createStatistics } from '../../statistics/statistics.ts';
import { createOfficeServer, type OfficeDependencies } from '../office.ts';
import type { PageRenderError } from '../../server/render-pages.ts';
import { createContentRepository } from '../../content/content-repository.ts';
import type { OfficeServices, OfficeSite } from '../shared/office-context.ts';
import { createTestBrowser, type TestBrowser } from './browser.ts';
import { renderViewAsJson } from './views.ts';

export const anna = 'anna@example.com';
export const bob = 'bob@example.com';

export type OfficeUnderTest = Awaited<ReturnType<typeof startTestOffice>>;

/** Parts of the office that a test replaces. */
type OfficeParts = Partial<OfficeServices> &
  Partial<Pick<OfficeDependencies, 'overloadLimits' | 'renderPage'>> & {
    site?: Partial<OfficeSite>;
    pageFault?: PageRenderError | undefined;
  };

/**
 * Starts the real office on its own port and a real database, with a clock that is set by hand. Its pages are rendered
 * as JSON of their props.
 */
export async function startTestOffice(
  config: Partial<OfficeServices['config']> = {},
  { pageFault, overloadLimits, renderPage = renderViewAsJson, site, ...services }: OfficeParts = {},
) {
  const sqlite = openTemporarySqlite();
  const { log, lines } = createRecordedLog();
  const { enquiries, outbox, advanceClock: passInCore } = createCoreUnderTest({ databaseDependencies: sqlite });
  const clock = { time: new Date('2025-01-01T12:00:00Z').getTime(), now: () => new Date(clock.time) };
  const revisionStore = createRevisionStore({ database: sqlite.database, clock });
  const checkRendering = async () => pageFault ?? null;
  const contentRepository = createContentRepository({ revisionStore, releaseFiles, checkRendering });
  const assetStore = createAssetStore(sqlite);
  const shown: number[] = [];
  const people = services.people ?? createAccountRepository({ database: sqlite.database, clock });
  const target = { replyWithinHours: 24, officeHours: alwaysOpen };
  const statistics = createStatistics({
    database: sqlite.database,
    target,
    clock,
    log,
    listReportReaders: people.listReportReaders,
  });
  const app = await createOfficeServer({
    services: {
      config: {
        officePort: undefined,
        officeUrl: undefined,
        siteUrl: 'https://www.example.com',
        trustProxy: 0,
        isMailboxRead: false,
        countsViews: true,
        ...config,
      },
      log,
      clock,
      enquiries,
      people,
      statistics,
      getContent: () => assembleContent(releaseFiles),
      revisionStore,
      contentRepository,
      draftLinks: createDraftLinkStore({ database: sqlite.database, clock }),
      assetStore,
      ...services,
    },
    site: {
      async loadNewestRevision() {
        const number = await revisionStore.readNewestNumber();
        if (number > (shown.at(-1) ?? 0)) shown.push(number);
        return number;
      },
      createPreview() {
        throw new Error('This content makes no page');
      },
      browserFiles: {
        styles: 'body{}',
        passkeyScript: '"use strict"',
        draftScript: '',
        inboxScript: '',
        officeGuide: '',
        editingGuide: '',
      },
      files: new Map(),
      ...site,
    },
    renderPage,
    // The test shares the server's event loop, and delays it.
    overloadLimits: overloadLimits ?? { maxEventLoopDelay: Infinity },
  });
  const url = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost');
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const origin = config.officeUrl ?? url;

  /** Resolves to the browser of a signed-in person. */
  async function browserOf(person: string, ...roles: Role[]) {
    const browser = createTestBrowser(url, origin);
    if (!(await people.listPeople()).some(({ email }) => email === person)) {
      await people.createInvitation(person);
      await people.setRoles(person, roles.length > 0 ? roles : ['enquiries', 'content']);
    }
    await startSession(browser, person);
    return browser;
  }

  async function startSession({ cookies }: TestBrowser, person: string) {
    cookies.set('__Host-session', await people.createSession(person));
  }

  return {
    url,
    origin,
    enquiries,
    database: sqlite.database,
    outbox,
    people,
    statistics,
    assetStore,
    revisionStore,
    contentRepository,
    /** Publications that were shown to visitors at once. */
    shown,
    clock,
    log: () => lines.join(''),
    /** Returns the log lines about requests. */
    getRequestLog: () => lines.filter((line) => line.includes('office request')),
    /** Resolves to the history, latest first. */
    listEvents: () => enquiries.listEvents({ limit: 99 }),
    receive: (fields?: unknown) => submitEnquiry(enquiries, fields),
    browserOf,
    startSession,
    openBrowser: () => createTestBrowser(url, origin),
    advanceClock(milliseconds: number): void {
      passInCore(milliseconds);
      clock.time += milliseconds;
    },
  };
}

/** Starts an office with one enquiry, the sample with some fields replaced, and two signed-in people. */
export async function startOfficeWithEnquiry(changedFields: Record<string, string> = {}, parts: OfficeParts = {}) {
  const office = await startTestOffice({}, parts);
  const id = await office.receive({ ...sampleFields, ...changedFields });
  const [enquiryPath, annasBrowser] = [`/enquiries/${id}`, await office.browserOf(anna)];
  type Fields = Parameters<typeof annasBrowser.post>[1];
  return {
    ...office,
    id,
    enquiryPath,
    annasBrowser,
    bobsBrowser: await office.browserOf(bob),
    /** Sends a form of the enquiry's page, as it was at first, in Anna's browser; resolves to status and Location. */
    act: (action: string, fields?: Fields) =>
      annasBrowser.submitForm(`${enquiryPath}/${action}`, { seen: '0', ...fields }),
    /** Sends such a form; resolves to the status and the page of the enquiry. */
    actForView: (action: string, fields?: Fields) =>
      annasBrowser.postForView('enquiry', `${enquiryPath}/${action}`, { seen: '0', ...fields }),
    getEnquiryView: () => annasBrowser.getView(enquiryPath, 'enquiry'),
    findEnquiry: async () => (await office.enquiries.find({ id }))[0],
  };
}
