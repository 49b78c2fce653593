import type { Seo } from './seo.ts';
import { site } from './site.ts';

export const about = {
  seo: {
    title: 'About Our Bristol Software Consultancy',
    description:
      'A Bristol technology consultancy that builds and supports its own products. Read what we aim for, what we hold to and how that shapes work for you.',
    keywords: [
      'about us',
      'Bristol software company',
      'technology consultancy values',
      'consultancy with own products',
      'business software Bristol',
    ],
  } satisfies Seo,
  title: `About ${site.name}`,
  lead: 'We are a technology consultancy in Bristol that also builds products. Whoever advises you here has to keep software running too, so you hear what a choice will cost in its third year as well as in its first.',
  mission: {
    title: 'Our Mission',
    text: 'To give you software that carries your daily work without asking for attention, and to leave you able to run it and change it without us.',
  },
  vision: {
    title: 'Our Vision',
    text: 'Business systems built like good bridges: each part there for a reason, drawn so that the next engineer can follow it, and safe to cross while it is being mended.',
  },
  values: {
    title: 'What we hold to',
    items: [
      {
        title: 'Excellence',
        text: 'We test with your data and your awkward cases, not with a demonstration set. A feature is finished when it is documented, monitored, and can be mended by someone who did not write it.',
      },
      {
        title: 'Collaboration',
        text: 'You talk to the people who do the work. Plans, code and open questions lie where you can read them, and bad news reaches you in the week that we learn it.',
      },
      {
        title: 'Innovation',
        text: 'We try a new tool on a small piece of your problem before you have to depend on it. Where the plain old way does the job better, we say so and use that.',
      },
    ],
  },
  place: {
    title: 'Built in Bristol',
    text: 'Our city hangs a road across a gorge from chains that you can follow with a finger, link by link. We like systems that show their load in the same way. Consulting shows us which jobs people still do by hand: a label typed twice, a payroll journal keyed in at month end. Where that gap is the same from one company to the next, we close it with a product, and looking after the product keeps our advice honest.',
  },
} as const;
