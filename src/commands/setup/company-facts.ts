import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { site } from '../../content/release-content.ts';
import type { Machine } from './machine.ts';
import { companyQuestions, type Answers } from './questions.ts';

type CompanyAnswers = Record<keyof typeof companyQuestions, string>;

/** Publishes what the company says of itself, unless something is published already. Resolves to what was done. */
export async function publishCompanyFacts(machine: Machine, present: Answers): Promise<string> {
  const published = await machine.run('website-admin', 'content', 'list', '--json');
  if (published.trim() !== '[]') return 'as published';
  const answers = await askCompanyQuestions(machine, present);
  if (answers === null) return 'made up, as shipped: state it in the office. Until then search engines are sent away';
  const { formatContentFile } = await import('../../content/read-content.ts');
  // What it says is public, and the server's user reads it.
  const folder = mkdtempSync(join(tmpdir(), 'website-company-'));
  try {
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'content'));
    const path = join(folder, 'content/site.yaml');
    writeFileSync(path, formatContentFile('site.yaml', stateCompany(answers)));
    await machine.run('website-admin', 'content', 'import', path, '--reason', 'The company, as stated at setup');
  } finally {
    rmSync(folder, { recursive: true });
  }
  return `${answers.COMPANY_NAME}, published`;
}

/** Resolves to null if one answer is missing: all are published together, or none. */
async function askCompanyQuestions({ ask }: Machine, present: Answers): Promise<CompanyAnswers | null> {
  const answers: Partial<CompanyAnswers> = {};
  for (const [name, text] of Object.entries(companyQuestions) as [keyof CompanyAnswers, string][]) {
    const answer = present[name] ?? ((await ask?.(`${text} [later, in the office]: `, false)) ?? '').trim();
    if (answer === '') return null;
    answers[name] = answer;
  }
  return answers as CompanyAnswers;
}

/** Where numbers of Companies House with these prefixes are registered. */
const registers: readonly [prefix: RegExp, place: string][] = [
  [/^S[CO]/i, 'Scotland'],
  [/^N[IC]/i, 'Northern Ireland'],
];

/** Returns the site's facts with those of the company. The prefix of its number says where it is registered. */
function stateCompany(answers: CompanyAnswers): typeof site {
  const { COMPANY_NAME: legalName, COMPANY_NUMBER: number, REGISTERED_OFFICE: registeredOffice } = answers;
  const name = legalName.replace(/,? (?:ltd|limited|plc|llp)\.?$/i, '');
  const [, registeredIn = 'England and Wales'] = registers.find(([prefix]) => prefix.test(number)) ?? [];
  const contact = { ...site.contact, email: answers.COMPANY_EMAIL, phone: answers.COMPANY_PHONE };
  return {
    ...site,
    name,
    legalName,
    logoText: name,
    contact: { ...contact, address: registeredOffice },
    company: { ...site.company, number, registeredOffice, registeredIn },
  };
}
