import type { ContactFacts } from '../../content/contact-facts.ts';
import { site } from '../../content/words.ts';
import type { ContactOverrides } from '../../enquiries/contact-settings.ts';

/** The contact facts as the site shows them: the built-in ones, each replaced by its override. */
export function contactRecord({ linkedin, ...overrides }: ContactOverrides): ContactFacts {
  const { socialMedia, ...facts } = site.contact;
  return { ...facts, ...overrides, socialMedia: { linkedin: linkedin ?? socialMedia.linkedin } };
}
