import type { Gradient } from '../accent.ts';
import type { Seo } from '../seo.ts';
import type { Structure } from '../structure.ts';

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
  /** What is drawn for it. */
  structure: Structure;
  /** The two ends of the drawing's main line. */
  gradient: Gradient;
}
