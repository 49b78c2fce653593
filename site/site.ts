import type { Content } from '../content/kinds.ts';
import type { Answer } from './contact/send-enquiry.ts';
import { listPages, type Page } from './routes.ts';

/** What the pages are told of the place where they are shown. */
export interface Settings {
  /** The site's origin, without a slash at the end. */
  siteUrl: string;
  /** A Supabase project that forms and sign-in go to instead of this server. */
  supabaseUrl?: string | undefined;
  supabaseAnonKey?: string | undefined;
  /** When each file of the content was last changed: see tooling/build/last-changes.ts. */
  lastChanges: Readonly<Record<string, string | null>>;
  code: BrowserCode;
}

/** What the browser runs of this build, as the document that loads it names it. */
export interface BrowserCode {
  /** The address of the module that starts everything. */
  entry: string;
  /** The hash of each module, by its address. */
  integrity: Readonly<Record<string, string>>;
}

/** All that a page is made of. No module holds any of it: with other words it is another site. */
export interface Site extends Settings {
  words: Content;
  pages: readonly Page[];
}

export interface PageProps {
  site: Site;
  page: Page;
  answered?: Answer | undefined;
}

/** What a page shows beside what the words say. */
export interface PageState {
  /** What became of the form that was sent without scripts. */
  answered?: Answer | undefined;
  /** What is shown in the page's place. */
  fault?: Error | undefined;
}

export function openSite(words: Content, settings: Settings): Site {
  return { ...settings, words, pages: listPages(words) };
}
