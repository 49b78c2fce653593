import type { Service } from './service.ts';

export const retailEcommerce = {
  slug: 'retail-ecommerce',
  name: 'Retail & E-Commerce',
  seo: {
    title: 'Retail and E-Commerce Systems',
    description:
      'Web shop, tills, warehouse and accounts on one count of the stock, with a checkout that stays in step with payments and a rehearsed peak day.',
    keywords: [
      'e-commerce development',
      'retail systems integration',
      'real-time stock availability',
      'click and collect software',
      'checkout development',
    ],
  },
  title: 'E-commerce and retail on one count of the stock',
  situation:
    'By ten o’clock the web shop has sold eleven of a coat, and the branch has six. Two of the buyers are already on their way to collect.',
  description: [
    'We connect web shop, tills, warehouse and accounts, so that each sale, return and delivery changes one stock record. What a customer can buy is that count, less reservations, less a safety margin that you set per product. Each change reaches every channel as an event, so nobody waits for a nightly file.',
    'Then we turn to the shop itself: product pages that load fast on a phone, search that forgives a typing error, and a checkout that ties each order to its payment by one reference.',
  ],
  features: [
    {
      title: 'Stock that is held',
      text: 'An item is reserved when checkout starts, and freed if the customer walks away.',
    },
    {
      title: 'Payments done safely',
      text: 'Card numbers go straight to the payment provider and never touch your servers. Late and repeated confirmations are recorded once.',
    },
    {
      title: 'One life for every order',
      text: 'Click and collect, ship from store and return to any branch pass through the same states.',
    },
    {
      title: 'Product data in one place',
      text: 'Sizes, pictures and VAT codes are checked there before any channel shows them.',
    },
    {
      title: 'A plan for the peak',
      text: 'Load tests follow your own traffic, and you decide in advance what is switched off first.',
    },
  ],
  steps: [
    {
      title: 'Count',
      text: 'Shelf, till and web shop are compared for a sample of products, and each difference explained.',
    },
    { title: 'Draw the order', text: 'We agree its states, and who may change them, with branches and warehouse.' },
    {
      title: 'Connect one branch',
      text: 'Its sales and returns move the shared count for some weeks before the others join.',
    },
    { title: 'Mend the checkout', text: 'Where customers give up is measured, then mended step by step.' },
    { title: 'Rehearse the peak', text: 'A full load test, with the till link cut on purpose.' },
  ],
  deliverables: [
    'A stock and order service, linked to shop, tills and accounts',
    'The improved shop, in your accounts and your repository',
    'A daily report of any count, order or payment that does not match',
    'The peak-day plan, with its load test results',
  ],
  benefits: [
    'A customer who was promised a coat finds it at the counter.',
    'Branch stock can be sold online without a phone call.',
    'Finance matches payments to orders by reference.',
  ],
  technologies: ['Shopify', 'Adobe Commerce', 'Dynamics 365 Commerce', 'Stripe', 'Azure Service Bus', 'OpenSearch'],
  callToAction: {
    title: 'Which count do you believe?',
    text: 'The shelf, the till or the web shop: say which one you trust today, which systems keep them, and when your busiest day falls.',
  },
  composition: 'row',
  structure: 'market-hall',
  gradient: ['balloon', 'harbour'],
} satisfies Service;
