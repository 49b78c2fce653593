import type { Gradient } from '../accent.ts';
import type { Seo } from '../seo.ts';
import type { Structure } from '../structure.ts';

/**
 * How a service page is arranged between its opening and its closing words: by the form of its steps, which the other blocks
 * follow. `row`: side by side on one deck. `spine`: up and down along a line. `plates`: a large drawing each. `ledger`: line by
 * line. Neighbours in the menu differ.
 */
export type Composition = 'row' | 'spine' | 'plates' | 'ledger';

/** An example in a table. The first column names the rows; the last row is the outcome. */
export interface Diagram {
  title: string;
  /** What is shown, and that it is an example. */
  note: string;
  columns: readonly string[];
  /** As many cells as there are columns. */
  rows: readonly (readonly string[])[];
}

/** One service page, and its entry in the navigation and the sitemap. */
export interface Service {
  /** Last part of the address: /services/<slug>. */
  slug: string;
  /** The short name, as in the navigation. */
  name: string;
  seo: Seo;
  /** The page's heading. */
  title: string;
  /** The buyer's situation, one or two sentences in the second person. It opens the page. */
  situation: string;
  /** What the service is: two paragraphs. */
  description: readonly string[];
  /** Key features: four to six. */
  features: readonly { title: string; text: string }[];
  /** What is done, in this order: three to five steps. */
  steps: readonly { title: string; text: string }[];
  /** What the buyer holds in their hands at the end: three or four items. */
  deliverables: readonly string[];
  /** Benefits: three to five. */
  benefits: readonly string[];
  /** Named technologies, where they help a buyer to recognise the fit. */
  technologies?: readonly string[];
  /** An example, where a table explains more than words do. */
  diagram?: Diagram;
  /** The closing words: what this visitor could tell us first. */
  callToAction: { title: string; text: string };
  composition: Composition;
  /** What is drawn for it. */
  structure: Structure;
  /** The two ends of the drawing's main line. */
  gradient: Gradient;
}
