import type { Product } from './product.ts';

export const employeeSelfService = {
  icon: 'person-card',
  title: 'Employee Self-Service',
  subtitle: 'HR self-service for staff and managers',
  description:
    'Staff book leave, read payslips and correct their own details. Managers approve from a phone, and HR stops retyping forms.',
  features: [
    'Leave requests that show the balance',
    'Payslips and letters in one place',
    'Personal details that staff correct themselves',
    'Approvals along your reporting lines',
  ],
  color: 'woods',
  link: '/contact',
  external: false,
} satisfies Product;
