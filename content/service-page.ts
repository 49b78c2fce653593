/** The words that the eleven service pages share. */
export const servicePage = {
  description: 'What we do',
  features: 'Key features',
  steps: 'In this order',
  benefits: 'Benefits',
  deliverables: 'What you hold at the end',
  technologies: 'Technologies',
  callToAction: {
    title: 'Tell us where it hurts',
    text: 'Say what you run today and which part of the week it spoils. The person who answers has worked with that technology.',
    label: 'Contact Us',
    to: '/contact',
  },
} as const;
