import type { Product } from './product.ts';

export const recruitmentManagement = {
  icon: 'shortlist',
  title: 'Recruitment Management System',
  subtitle: 'Hiring from the vacancy to the accepted offer',
  description:
    'Keeps vacancies, applications and interview notes together, and scores every candidate against the criteria you set beforehand.',
  features: [
    'Vacancies approved and published from one form',
    'Candidates scored against your own criteria',
    'Interview times and feedback kept together',
    'Applicants’ data deleted when you say',
  ],
  color: 'balloon',
  link: '/contact',
  external: false,
} satisfies Product;
