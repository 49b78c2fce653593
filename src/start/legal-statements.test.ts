import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assembleContent } from '../content/assemble-content.ts';
import { releaseFiles } from '../content/release-files.ts';
import { maxSectionEntries } from '../enquiries/notifications/digest.ts';
import { enquiryFields, fieldNames } from '../enquiries/enquiry.ts';
import { lifetimesMs } from '../accounts/tokens.ts';
import { minimumBackupCount } from '../database/backups.ts';
import { revisionRetentionDays, minRetainedRevisions } from '../content/revisions.ts';
import { day, hour } from '../enquiries/testing/samples.ts';
import {
  contactDetailsStorageKey as factsEntry,
  contactDetailsLifetimeMs,
} from '../site/behaviours/own-contact-details.ts';
import { draftStorageKey } from '../site/contact/form-draft.ts';
import { renderDocument, renderPage } from '../site/renderer.tsx';
import { site as opened } from '../site/testing/read-page.ts';
import { minVisitsOfNamedSource } from '../statistics/page-counts.ts';
import { rareSourceRetentionDays, retentionMonths } from '../statistics/statistics.ts';
import { readConfig } from './config.ts';

// Statements of the legal texts about the software, each tied to its setting.

/** The whole of a legal text, on a site whose settings and facts are these. */
function textOf(slug: string, facts: object = {}, settings?: Record<string, string>): string {
  const changed = { ...releaseFiles, 'site.yaml': { ...Object(releaseFiles['site.yaml']), ...facts } };
  const { legalPages } = assembleContent(changed, settings && readConfig(settings));
  return JSON.stringify(legalPages.find((page) => page.slug === slug)).replaceAll('\u00A0', ' ');
}

const inWords = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];
const policy = 'privacy-policy';

describe('the legal texts say', () => {
  it.each<[what: string, text: string, shown: string]>([
    ['for how long enquiries are kept', textOf(policy, {}, { RETENTION_DAYS: '77' }), 'for 77 days'],
    ['for how long where nobody has set it', textOf(policy, { enquiryRetentionDays: 78 }), 'for 78 days'],
    ['for how long backups are kept', textOf(policy, { backupRetentionDays: 79 }), 'each backup for 79 days'],
    ['within how many hours we reply', textOf('terms-of-service', { replyWithinHours: 80 }), '80 hours'],
  ])('%s, as it is set', (_what, text, shown) => expect(text).toContain(shown));

  it.each<[what: string, slug: string, shown: string]>([
    ['how many backups stay, however old', policy, `newest ${inWords[minimumBackupCount]} stay`],
    ['how many messages a digest names', policy, `up to ${maxSectionEntries} messages`],
    ['how long the office stays signed in', policy, `${lifetimesMs.idleSession / hour} hours without a visit`],
    ['how long at most', policy, `${lifetimesMs.absoluteSession / day} days in any case`],
    ['how long publications are kept', policy, `${inWords[revisionRetentionDays / 365]} years`],
    ['how many always', policy, `the last ${minRetainedRevisions} publications`],
    ['how long sums are kept', policy, `kept for ${retentionMonths} months`],
    ['that of the Cookie Policy too', 'cookie-policy', `for ${retentionMonths} months`],
    ['when rare sources are combined', policy, `after ${rareSourceRetentionDays} days`],
    ['which sources are rare', policy, `fewer than ${inWords[minVisitsOfNamedSource]} visits`],
    [
      'how long contact facts are used',
      'cookie-policy',
      `used for ${inWords[contactDetailsLifetimeMs / 60_000]} minutes`,
    ],
  ])('%s', (_what, slug, shown) => expect(textOf(slug)).toContain(shown));

  it('every field of the form that is collected', () => {
    const [, collected = ''] = textOf(policy).split('we receive:');
    const [listed = ''] = collected.split(']');
    expect(fieldNames.filter((name) => !listed.includes(name))).toEqual([]);
    const { tooLong } = assembleContent(releaseFiles).messagePage;
    expect(tooLong.advice).toContain(enquiryFields.message.maxLength.toLocaleString('en-GB'));
  });

  it.each([policy, 'cookie-policy'])('that visits are counted, and how to object, only while they are: %s', (slug) => {
    const show = (env: Record<string, string>) => {
      const site = { ...opened, countsViews: readConfig(env).countsViews };
      const page = renderPage(site, `/${slug}`);
      return [page.body, renderDocument(site, page).includes(' data-counts="off"')];
    };
    const ofCounting = /We count|are counted|Do Not Track|data-count-switch/;
    expect(show({})).toEqual([expect.stringMatching(ofCounting), false]);
    expect(show({ COUNTS: 'off' })).toEqual([expect.not.stringMatching(ofCounting), true]);
  });

  it('every entry that the site keeps in a browser, and that it sets no cookie', () => {
    const named = Array.from(textOf('cookie-policy').matchAll(/"Name: ([\w…-]+)/g), ([, name]) => name);
    expect(named).toEqual(['theme', 'counts', factsEntry, draftStorageKey, 'sb-…-auth-token']);
    const sources = globSync('src/{site,server}/**/*.{ts,tsx,js}', { exclude: (path) => /\.test\./.test(path) });
    const using = (what: RegExp) => sources.filter((file) => what.test(readFileSync(file, 'utf8'))).toSorted();
    expect(using(/(?:local|session)Storage\.setItem/)).toEqual([
      'src/site/behaviours/count-switch.ts',
      'src/site/behaviours/session-entries.ts',
      'src/site/theme-script.js',
    ]);
    const keepers = ['src/site/behaviours/own-contact-details.ts', 'src/site/contact/form-draft.ts'];
    expect(using(/import \{.*\bwriteSessionEntry\b.*\/session-entries\.ts'/)).toEqual(keepers);
    expect(using(/set-cookie|document\.cookie|cookieStore/i)).toEqual([]);
  });
});
