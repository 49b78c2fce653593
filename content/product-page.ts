/** The words that the product pages share. */
export const productPage = {
  features: 'Key features',
  visit: 'Visit Website',
  callToAction: {
    title: 'See it with your own data',
    text: 'Name the system it has to work with and the step that costs you most time. We show you that step, and what it takes to introduce it.',
    label: 'Contact Us',
    to: '/contact',
  },
} as const;
