import type { Content } from '../../content/content-types.ts';
import { proof } from '../../content/release-content.ts';

/** Prefix of each sample text. No build may contain it. */
export const samplePrefix = 'Zqyrx';

const backing = { source: `${samplePrefix} source`, consent: '2026-03-31' };
const client = { name: `${samplePrefix} Client`, role: 'Head of finance, Sample Ltd', ...backing };

/** Fictitious proof, for tests only. */
export const sampleProof: Content['proof'] = {
  cases: {
    ...proof.cases,
    items: [
      {
        title: `${samplePrefix} closes its month in three days`,
        problem: 'Three ledgers were joined by hand each month, and nobody could say which of two figures was right.',
        built:
          'One chart of accounts in Dynamics 365 Finance, with posting profiles that the finance team keeps itself.',
        changed: 'The month closes in three days for eleven. The join by hand is gone, and so is its workbook.',
        ...client,
        shownOn: ['/', '/services/dynamics-365', '/products/lis365'],
      },
    ],
  },
  sentences: {
    ...proof.sentences,
    items: ['The first release went out on a Tuesday, and nobody rang.', 'They told us what not to build.'].map(
      (text) => ({ text: `${samplePrefix}: ${text}`, ...client, shownOn: ['/services/dynamics-365'] }),
    ),
  },
  engineers: {
    ...proof.engineers,
    items: ['Amara', 'Bedwyr'].map((name) => ({
      name: `${name} ${samplePrefix}`,
      text: 'Moves month ends from workbooks into ledgers, and still writes the tests first.',
      ...backing,
    })),
  },
  certificates: {
    ...proof.certificates,
    items: ['Cyber Essentials Plus, by a sample body', 'ISO/IEC 27001:2022, by a sample body'].map((title, index) => ({
      title: `${samplePrefix}: ${title}`,
      number: `SAMPLE-${index}`,
      date: '2026-02-01',
      ...backing,
    })),
  },
};
