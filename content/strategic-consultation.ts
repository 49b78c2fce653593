import type { Seo } from './seo.ts';

export const strategicConsultation = {
  seo: {
    title: 'Strategic IT Consultation and Planning',
    description:
      'Decide what to keep, replace or join up before you spend. We study your systems and processes and write a costed plan that any supplier can price.',
    keywords: [
      'strategic IT consultation',
      'IT strategy consultancy Bristol',
      'systems review',
      'technology roadmap',
      'change management for ERP',
    ],
  } satisfies Seo,
  title: 'Strategic consultation',
  lead: 'Before you put a budget into a new system, find out what to change first, what to leave alone and what the result will cost to run. You leave with a written plan that any supplier could carry out, not only us.',
  benefits: {
    title: 'What the plan settles',
    items: [
      {
        title: 'Strategic Planning',
        text: 'Which systems to keep, replace or join up, in what order, and what each step needs from the one before it. Costs stand beside every step.',
      },
      {
        title: 'Growth Optimization',
        text: 'Where another site, a new product line or twice the orders would break what you run now, and the cheapest change that moves that limit.',
      },
      {
        title: 'Change Management',
        text: 'Who will work differently on the first morning, what they need to have practised by then, and who answers when something goes wrong.',
      },
    ],
  },
  approach: {
    title: 'How we get there',
    text: 'We sit with the people who do the work as well as those who pay for it, and look into the systems ourselves. Each finding is written down with its evidence, so that you can dispute it before it becomes advice.',
    checklists: [
      {
        title: 'Discovery & Analysis',
        items: [
          'Talk to those who enter, check and use the data',
          'Draw the real process, workarounds and spreadsheets included',
          'List each system with its owner, contract end and yearly cost',
          'Check samples of the data for gaps and duplicates',
          'Agree which problems are worth paying to solve',
        ],
      },
      {
        title: 'Strategy Development',
        items: [
          'Compare two or three options, one of them doing nothing',
          'Estimate what each would cost to build and to run',
          'Put the steps in order and mark where you could stop',
          'Give each step an owner and a way to tell that it worked',
          'Write it all so that another supplier could price it',
        ],
      },
    ],
  },
  callToAction: {
    title: 'What do you have to decide, and by when?',
    text: 'Send us the question and the date. We will tell you how we would go about it, what it would cost, and whether you could answer it without us.',
    label: 'Send us the question',
    to: '/contact',
  },
} as const;
