import type { Product } from './product.ts';

export const medicineDelivery = {
  icon: 'medicine',
  title: 'Medicine Delivery App',
  subtitle: 'Prescription ordering and home delivery for pharmacies',
  description:
    'Your patients order in the app, your pharmacist checks each prescription, and your driver hands it over at the right door.',
  features: [
    'Repeat prescriptions ordered from a phone',
    'Pharmacist approval before anything leaves',
    'Delivery rounds planned for each driver',
    'Live tracking and proof of hand-over',
  ],
  color: 'meadow',
  link: '/contact',
  external: false,
} satisfies Product;
