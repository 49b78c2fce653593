/** What /.well-known/security.txt says to who has found a weak point (RFC 9116), beside the company's email address. */
export const securityTxt = {
  /** When it has to be looked at again, in UTC. The build refuses it from 30 days before, and more than a year ahead. */
  expires: '2027-11-15T00:00:00Z',
  preferredLanguages: ['en'],
} as const;
