import type { Content } from '../content/kinds.ts';

/**
 * What the law asks a company to show on its website, as far as it is filled in: number, place of registration, registered office
 * and VAT number (the Company, Limited Liability Partnership and Business (Names and Trading Disclosures) Regulations 2015, 25).
 */
export function companyParticulars({ legalName, company }: Content['site'], words: Content['controls']): string[] {
  const { number, registeredIn, registeredOffice, vatNumber } = company;
  const filled = [
    [registeredIn, words.registeredIn.replace('{place}', registeredIn)],
    [number, words.companyNumber.replace('{number}', number)],
    [registeredOffice, words.registeredOffice.replace('{office}', registeredOffice)],
    [vatNumber, words.vatNumber.replace('{number}', vatNumber)],
  ].flatMap(([fact, text]) => (fact && text ? [text] : []));
  return filled.length > 0 ? [legalName, ...filled] : [];
}
