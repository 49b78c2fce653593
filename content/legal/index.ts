import { cookiePolicy } from './cookie-policy.ts';
import type { LegalPage } from './legal-page.ts';
import { privacyPolicy } from './privacy-policy.ts';
import { termsOfService } from './terms-of-service.ts';

/** The legal texts by their path. */
export const legalPages = {
  'privacy-policy': privacyPolicy,
  'terms-of-service': termsOfService,
  'cookie-policy': cookiePolicy,
} as const satisfies Record<string, LegalPage>;
