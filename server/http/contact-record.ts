import { site } from '../../content/site.ts';
import type { ContactOverrides } from '../../enquiries/contact-settings.ts';

/** The contact facts as the site's footer and contact page read them. */
export interface ContactRecord {
  email: string;
  phone: string;
  address: string;
  socialMedia: { linkedin: string };
}

/** The built-in contact facts, each replaced by its override where there is one. */
export function contactRecord({ linkedin, ...overrides }: ContactOverrides): ContactRecord {
  const { socialMedia, ...facts } = site.contact;
  return { ...facts, ...overrides, socialMedia: { linkedin: linkedin ?? socialMedia.linkedin } };
}
