/** The words that the eleven service pages share. */
export const servicePage = {
  description: 'What we do',
  features: 'Key features',
  steps: 'In this order',
  benefits: 'Benefits',
  deliverables: 'What you hold at the end',
  technologies: 'Technologies',
  callToAction: {
    label: 'Contact Us',
    to: '/contact',
  },
} as const;
