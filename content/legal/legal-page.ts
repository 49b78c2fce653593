import type { Seo } from '../seo.ts';

/** A legal text: titled sections, each with paragraphs and, where needed, a list, subsections or a closing remark. */
export interface LegalPage {
  seo: Seo;
  title: string;
  /** As shown: month and year. */
  lastUpdated: string;
  sections: readonly LegalSection[];
}

export interface LegalSection {
  title: string;
  content: string;
  list?: readonly string[];
  subsections?: readonly { title: string; content: string; list?: readonly string[] }[];
  additionalContent?: string;
}
