import type { Product } from './product.ts';

export const bartenderConnector = {
  icon: 'label',
  title: 'BarTender Connector',
  subtitle: 'Label printing from Dynamics 365',
  description:
    'Prints pallet, product and shipping labels straight from the warehouse transaction, on the templates you design in BarTender.',
  features: [
    'Prints as stock is received or shipped',
    'Uses your existing BarTender templates',
    'Sends each label to the right printer',
    'Logs every print and reprint',
  ],
  color: 'brick',
  link: '/contact',
  external: false,
  page: {
    slug: 'bartender-connector',
    kind: 'software',
    seo: {
      title: 'BarTender Label Printing for Dynamics 365',
      description:
        'Print BarTender labels from Dynamics 365 receipts, production orders and shipments, each on the right printer, with batch and serial data from stock.',
      keywords: [
        'BarTender connector',
        'Dynamics 365 label printing',
        'warehouse label printing',
        'GS1 barcode labels',
        'pallet labels Dynamics 365',
      ],
    },
    description: [
      'In many warehouses the label is a second job. Someone finishes the receipt in Dynamics 365, walks to another screen, types the item and batch again, and prints. One wrong digit, and a pallet is labelled as something it is not.',
      'The BarTender Connector acts on the steps you choose in Dynamics 365, such as a receipt, a finished production order or a packed container. It passes the data to BarTender, which fills in your template and prints it at the right station. Label design stays in BarTender, so a new logo or a customer’s own format is a template change, not a Dynamics 365 release.',
      'We begin with one label at one station. When its barcode scans correctly from goods-in to despatch, we add the others one station at a time, and keep your present way of printing as a fallback until the last has moved.',
    ],
    features: [
      {
        title: 'Printing from the transaction',
        text: 'Confirming a receipt or closing a container prints its label. Nobody opens a second program or types a number again.',
      },
      {
        title: 'Rules for printer and template',
        text: 'Site, warehouse, customer, item or user decide which template is filled in and which printer it goes to.',
      },
      {
        title: 'Batch, serial and GS1 data',
        text: 'Batch numbers, serial numbers and expiry dates come from the stock record, in the form that GS1 barcodes need.',
      },
      {
        title: 'A record of every label',
        text: 'The log shows who printed which label, when and on what printer. A reprint asks for a reason and keeps it.',
      },
    ],
  },
} satisfies Product;
