/** An entry without `href` is shown as a placeholder that leads nowhere; give it one and it becomes a link. */
export interface FooterLink {
  label: string;
  href?: string;
}

const products: readonly FooterLink[] = [
  { label: 'ADP Connector' },
  { label: 'BarTender Connector' },
  { label: 'ShipGuru' },
  { label: 'LIS365' },
];

const company: readonly FooterLink[] = [
  { label: 'About Us' },
  { label: 'Careers' },
  { label: 'Blog' },
  { label: 'Case Studies' },
];

export const footer = {
  columns: [
    { title: 'Products', items: products },
    { title: 'Company', items: company },
  ],
  contactTitle: 'Contact Info',
  legal: [
    { label: 'Privacy Policy', to: '/privacy-policy' },
    { label: 'Terms of Service', to: '/terms-of-service' },
    { label: 'Cookie Policy', to: '/cookie-policy' },
  ],
} as const;
