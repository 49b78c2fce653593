import type { Service } from './service.ts';

export const softwareDevelopment = {
  slug: 'software-development',
  name: 'Software Development',
  seo: {
    title: 'Custom Software Development in Bristol',
    description:
      'Web, mobile and desktop software, built in thin slices beside the spreadsheet it replaces, with your rules as tests and the code in your repository.',
    keywords: [
      'custom software development',
      'software developers Bristol',
      'replace Excel workbook',
      'web application development',
      'desktop application development',
    ],
  },
  title: 'Software development for work that has outgrown its spreadsheet',
  situation:
    'It is Tuesday morning and the workbook that runs your orders is locked by someone on leave. Two people know how its macros work, and one of them has just handed in her notice.',
  description: [
    'We write the web, mobile or desktop software that takes the workbook’s place. First we sit with the people who use it and write down the rules buried in its macros. Each rule becomes a test before any screen is built.',
    'The work goes live in thin slices. A slice is one whole task on real data, such as taking an order. The spreadsheet stays in use until both give the same answers; then that task moves over and the next begins.',
  ],
  features: [
    {
      title: 'Rules as tests',
      text: 'Each price or approval rule is an automated test, worded so that the person who owns the rule can check it.',
    },
    {
      title: 'Old rows brought across',
      text: 'An import script, safe to run again, cleans your data and lists every row that it refused, with the reason.',
    },
    {
      title: 'Typed in once',
      text: 'APIs link the new system to your accounts and warehouse, so nobody copies an order by hand.',
    },
    {
      title: 'Screens for everyone',
      text: 'We test with a keyboard, a screen reader and the criteria of WCAG\u00A02.2\u00A0AA.',
    },
  ],
  steps: [
    {
      title: 'Watch the work',
      text: 'We follow orders from first call to invoice and note each exception and shortcut.',
    },
    {
      title: 'Try a sketch',
      text: 'The same people work through last week’s awkward orders on a clickable draft.',
    },
    {
      title: 'Build one slice',
      text: 'One task works from start to end in a test system that you can use at any time.',
    },
    { title: 'Run side by side', text: 'Workbook and system take the same orders, and we compare results each day.' },
    { title: 'Hand over', text: 'Your own staff release a change while we watch.' },
  ],
  deliverables: [
    'The running system, in your cloud account or on your servers',
    'Source code with its full history, in your repository',
    'The tests, and the pipeline that runs them on each change',
    'A short guide to releasing, backing up and restoring',
  ],
  benefits: [
    'Orders go on when the person who wrote the macros is away.',
    'You use a finished task before you decide on the next.',
    'Another supplier could carry on from the repository and the guide.',
  ],
  technologies: ['TypeScript', 'React', '.NET', 'Python', 'PostgreSQL', 'SQL Server', 'Azure', 'OpenAPI'],
  callToAction: {
    title: 'Bring the workbook',
    text: 'Tell us what the spreadsheet does, who depends on it, and which macro nobody dares to touch. A first talk can begin with its worst tab.',
  },
  composition: 'plates',
  structure: 'cable-stayed-fan',
  gradient: ['lamp', 'harbour'],
} satisfies Service;
