const legalName = 'Avonspan Ltd';

/** Who the company is. The one place for its name, its origin and the defaults of its contact details. */
export const site = {
  name: 'Avonspan',
  legalName,
  logoText: 'Avonspan',
  /** Canonical origin where SITE_URL is not set: scheme, host and port, no trailing slash. */
  origin: 'http://localhost:3000',
  tagline: 'Technology consultancy and software company in Bristol',
  /** Days until an enquiry is purged, where RETENTION_DAYS is not set; the privacy policy states it. */
  enquiryRetentionDays: 365,
  /** Hours within which the site promises an answer; `content/contact.ts` says so to visitors. */
  replyWithinHours: 24,
  copyright: `© 2025 ${legalName}. All rights reserved.`,
  contact: {
    email: 'hello@avonspan.example',
    phone: '+44 117 496 0142',
    address: '1 Example Wharf, Harbourside, Bristol BS1 0AA',
    socialMedia: { linkedin: 'https://www.linkedin.com/company/avonspan-example' },
  },
} as const;
