import type { Product } from './product.ts';

export const shipguru = {
  icon: 'parcel',
  title: 'ShipGuru',
  subtitle: 'Centralised shipping platform',
  description:
    'Compares carriers, prints their labels and follows every parcel on one screen, whichever site or sales channel the order came from.',
  features: [
    'Carriers and prices compared per order',
    'Labels and customs papers in one step',
    'Tracking from every carrier together',
    'Shipping rules shared by all sites',
  ],
  color: 'lamp',
  link: 'https://shipguru.example/',
  external: true,
  page: {
    slug: 'shipguru',
    kind: 'software',
    seo: {
      title: 'ShipGuru: Centralised Shipping Platform',
      description:
        'ShipGuru puts your carriers on one screen: compare prices per order, print labels and customs papers, and follow every parcel in the same words.',
      keywords: [
        'ShipGuru',
        'centralised shipping platform',
        'multi-carrier shipping software',
        'carrier rate comparison',
        'shipping labels and customs',
        'parcel tracking platform',
      ],
    },
    description: [
      'Ship with more than one carrier and you soon have a portal for each, with its own login, label format, invoice and word for “late”. Packers learn them all, and your customer service team searches several sites to answer one call.',
      'ShipGuru puts those carriers behind a single screen. Orders come in from your ERP, your web shop or a file. Your rules choose the carrier by weight, destination, promised date and price, and the packer gets the label and the customs papers in one step. Tracking events come back in one vocabulary, on the order they belong to.',
      'You introduce it carrier by carrier. We connect your source of orders, load the rates in your contracts and ship with one carrier first. The others follow when despatch is happy, so packing never stops for a change of system.',
    ],
    features: [
      {
        title: 'Prices side by side',
        text: 'Each order shows what every suitable carrier would charge under your own contract, and the day it would arrive.',
      },
      {
        title: 'Label and papers together',
        text: 'One press books the collection and prints the carrier’s label, with the customs declaration where the destination needs it.',
      },
      {
        title: 'One view of every parcel',
        text: 'Late, held and returned parcels rise to the top of one list, so you can call the customer before the customer calls you.',
      },
      {
        title: 'Rules instead of memory',
        text: 'Write down once which goods may fly, which customers need a signature and who ships on Saturdays. Every site follows it.',
      },
    ],
  },
} satisfies Product;
