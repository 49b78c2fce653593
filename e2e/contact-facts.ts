import type { Page } from '@playwright/test';

import { site as company } from '../content/site.ts';
import { expect } from './site.ts';

export const contactApi = '/api/content/contact';

const { email, phone, address, socialMedia } = company.contact;

export interface Facts {
  email: string;
  phone: string;
  address: string;
  linkedin: string;
}

export const builtInFacts: Facts = { email, phone, address, linkedin: socialMedia.linkedin };

/** The contact page shows these facts twice, as a footer does everywhere. */
export async function expectFacts(page: Page, facts: Facts): Promise<void> {
  for (const part of [page.getByRole('main'), page.getByRole('contentinfo')]) {
    const email = part.getByRole('link', { name: facts.email, exact: true });
    await expect(email).toHaveAttribute('href', `mailto:${facts.email}`);
    const phone = part.getByRole('link', { name: facts.phone, exact: true });
    await expect(phone).toHaveAttribute('href', `tel:${facts.phone.replaceAll(' ', '')}`);
    await expect(part.getByText(facts.address, { exact: true })).toBeVisible();
  }
  const linkedin = page.getByRole('contentinfo').getByRole('link', { name: /LinkedIn/ });
  await expect(linkedin).toHaveAttribute('href', facts.linkedin);
  await expect(linkedin).toHaveAttribute('target', '_blank');
}
