import * as v from 'valibot';
import { createQuestionsSchema, createRelatedLinksSchema } from './answers.ts';
import { exampleSchema } from './example.ts';
import {
  linkTarget,
  callToAction,
  choice,
  gradient,
  group,
  link,
  list,
  optionalText,
  sectorLoads,
  seo,
  servicePosters,
  text,
  textWithPlaceholder,
  titledText,
} from './fields.ts';
import { picture } from './picture.ts';

/** Schema of a card of a service, with the drawing of the page that it links to. */
const serviceCard = group('Card', {
  icon: choice('Drawing', { ...servicePosters, 'lifted-segment': 'Last piece of a bridge, let down into its gap' }),
  title: text('Title', 30),
  description: text('Description', 160),
  gradient,
  to: linkTarget('Leads to'),
});

const sector = group('Sector', {
  name: text('Name', 32),
  load: text('Its worst day', 24, 'In two or three words.'),
  description: text('Description', 150),
  icon: v.optional(choice('How that day loads a bridge', sectorLoads)),
  related: createRelatedLinksSchema([1, 5]),
});

/** Maximum length of a word in the home page's headline: a screen of 320 pixels cuts off a longer one. */
const maxWordLength = 10;
const fitsOnLines = (text: string) =>
  text.split(' ').length <= 4 && text.split(' ').every((word) => word.length <= maxWordLength);
const linesRule = `up to four words of up to ${maxWordLength} characters, each on a line of its own`;

export const home = group('Home', {
  seo,
  hero: group('Opening', {
    headline: v.pipe(text('Headline', 40, `It takes ${linesRule}.`), v.check(fitsOnLines, `takes ${linesRule}`)),
    line: text('Line below it', 90),
    ask: link('First button'),
    action: link('Second button'),
  }),
  services: group('Services', {
    title: text('Title', 40),
    line: text('Line below it', 120),
    cards: list('Cards', serviceCard, [4, 4]),
  }),
  sectors: group('Sectors', {
    title: text('Title', 40),
    line: text('Line below it', 120),
    action: link('Link'),
    slider: group('Slider of the bridge', {
      label: text('What it is', 60),
      position: textWithPlaceholder('metres', 'Where it is', 60, 'The metres come at {metres}.'),
    }),
    items: list('Sectors', sector, [6, 6]),
  }),
});

/** Fields that most pages begin with. */
const openingFields = { seo, title: text('Heading', 60), lead: text('Lead', 320) };

export const about = group('About', {
  ...openingFields,
  picture: v.optional(picture('Picture', 'Below what is handed over: people, or the place.')),
  handover: group('How work is handed over', {
    title: text('Title', 60),
    text: text('Text', 420),
    ours: text('Where each begins', 24),
    yours: text('Where each ends', 24),
    steps: list('What is handed over', titledText('Part'), [4, 4], 'In the order of time.'),
  }),
  mission: titledText('Mission'),
  vision: titledText('Vision'),
  values: group('Values', { title: text('Title', 60), items: list('Values', titledText('Value'), [3, 3]) }),
  related: createRelatedLinksSchema([1, 5]),
  callToAction,
});

const partnerSection = group('Section', {
  title: text('Title', 80),
  text: text('Text', 420),
  items: v.optional(list('Steps', text('Step', 120), [2, 6], 'What is tried one after the other.')),
  stop: v.optional(text('Between the steps', 24)),
  boundary: v.optional(
    group('What stays inside', {
      title: text('Title', 40),
      items: list('Things inside', text('Thing', 120), [2, 5]),
      outside: text('Who comes in, and can be kept out', 40),
    }),
  ),
});

const partnerArea = group('Page', { name: text('Name', 40), text: text('Text', 120), to: linkTarget('Leads to') });

export const microsoftPartner = group('Microsoft Partner', {
  seo,
  title: text('Heading', 80),
  lead: text('Lead', 320),
  status: textWithPlaceholder(
    'status',
    'Partner status',
    120,
    'The status comes at {status}. Shown once the company has one.',
  ),
  strands: list(
    'Products in the drawing',
    text('Product', 16),
    [4, 4],
    'Beside the strands of its cable, from the flattest to the steepest.',
  ),
  sections: list('Sections', partnerSection, [4, 4]),
  areas: group('Links to pages', { title: text('Title', 60), items: list('Pages', partnerArea, [3, 9]) }),
  callToAction,
});

const checklist = group('Checklist', { title: text('Title', 60), items: list('Points', text('Point', 120), [3, 7]) });

export const strategicConsultation = group('Strategic Consultation', {
  ...openingFields,
  benefits: group('Benefits', { title: text('Title', 60), items: list('Benefits', titledText('Benefit'), [3, 3]) }),
  approach: group('Approach', {
    title: text('Title', 60),
    text: text('Text', 480),
    checklists: list('Checklists', checklist, [2, 2]),
  }),
  example: v.optional(exampleSchema),
  related: createRelatedLinksSchema([1, 5]),
  callToAction,
});

const resourceCategory = group('Kind of specialist', {
  name: text('Name', 40),
  description: text('Description', 120),
  group: text('Listed under', 24, 'The heading under which it is listed.'),
});

export const resources = group('Resources', {
  ...openingFields,
  action: link('Button'),
  intro: group('Introduction', {
    title: text('Title', 80),
    paragraphs: list('Paragraphs', text('Paragraph', 480), [1, 3]),
  }),
  categories: group('Kinds of specialists', {
    title: text('Title', 60),
    items: list('Kinds', resourceCategory, [16, 16]),
  }),
  benefits: group('Benefits', { title: text('Title', 60), items: list('Benefits', titledText('Benefit'), [4, 4]) }),
  support: group('Support', {
    title: text('Title', 60),
    text: text('Text', 420),
    days: v.optional(list('Days', text('Day', 4), [7, 7], 'Each stands under its hours, from Monday to Sunday.')),
  }),
  questions: createQuestionsSchema([1, 10]),
  related: createRelatedLinksSchema([1, 5]),
  callToAction,
});

const field = group('Field', { label: text('Label', 30), placeholder: text('Example', 60) });
const outcome = group('Outcome', { title: text('Title', 60), description: text('Text', 120) });

export const contactPage = group('Contact', {
  ...openingFields,
  details: group('Details', {
    title: text('Title', 60),
    labels: group('Labels', {
      email: text('Beside the email address', 20),
      phone: text('Beside the telephone number', 20),
      hours: text('Beside the opening hours', 20),
      address: text('Beside the address', 20),
      area: text('Beside the area', 20),
    }),
  }),
  form: group('Form', {
    title: text('Title', 60),
    fields: group('Fields', { name: field, email: field, company: field, subject: field, message: field }),
    subjects: group(
      'Subjects of enquiries',
      {
        service: textWithPlaceholder('service', 'From a service', 60, 'The service comes at {service}.'),
        product: textWithPlaceholder('product', 'From a product', 60, 'The product comes at {product}.'),
        sector: textWithPlaceholder('sector', 'From a sector', 60, 'The sector comes at {sector}.'),
        demonstration: text('From the button for a demonstration', 100),
        products: text('From the page Products', 100),
        resources: text('From the page Resources', 100),
        'strategic-consultation': text('From the page Strategic Consultation', 100),
        'microsoft-partner': text('From the page Microsoft Partner', 100),
      },
      'Filled in for who comes from a page. The office counts by them: those with an earlier text are no longer counted.',
    ),
    hints: group('Beside the fields, while somebody writes', {
      mistyped: textWithPlaceholder(
        'likely',
        'An address that looks mistyped',
        60,
        'What was meant comes at {likely}.',
      ),
      take: text('Button that takes it', 30),
      nearLimit: textWithPlaceholder(
        'left',
        'Nearly too long',
        80,
        'What is left comes at {left}, the longest at {limit}.',
      ),
      tooLong: textWithPlaceholder('over', 'Too long', 160, 'By how much comes at {over}, the longest at {limit}.'),
    }),
    required: text('About required fields', 80),
    trap: text('At the field that stops automatic senders', 60),
    submit: text('Button', 30),
    submitting: text('Button, while sending', 30),
    success: outcome,
    answerBy: textWithPlaceholder(
      'time',
      'Below it, by when an answer comes',
      80,
      'The time comes at {time}: the last office hours before the hours to a reply end. If there are none, it is left out. The acknowledgement says it too.',
    ),
    open: textWithPlaceholder(
      'hours',
      'Below it, when the office is open',
      80,
      'The office’s days and times come at {hours}.',
    ),
    failure: outcome,
    limited: textWithPlaceholder('when', 'Too many messages', 240, 'The time of the next attempt comes at {when}.'),
    offline: group('Offline', { notice: text('Notice', 200), failure: text('When sent', 200) }),
    invalid: group('Faults', { title: text('Title', 60), notification: text('Notification', 80) }),
    faults: group(
      'Messages of the fields',
      {
        names: group('Names of the fields, in a sentence', {
          name: text('Name', 30),
          email: text('Email', 30),
          company: text('Company', 30),
          subject: text('Subject', 30),
          message: text('Message', 30),
        }),
        missing: group('Left empty', {
          name: text('Name', 60),
          email: text('Email', 60),
          subject: text('Subject', 60),
          message: text('Message', 60),
        }),
        emailFormat: text('When the email address cannot be one', 120),
        tooLong: textWithPlaceholder(
          'limit',
          'Too long',
          80,
          'The field comes at {field}, the number of characters at {limit}.',
        ),
        notText: textWithPlaceholder('field', 'When a field has no text', 80, 'The field comes at {field}.'),
        unknown: text('A field that the form does not have', 80),
      },
      'They are shown beside the field, and link to it.',
    ),
    reference: textWithPlaceholder('reference', 'Reference', 120, 'The message’s number comes at {reference}.'),
    privacyNote: text('About privacy', 120),
  }),
  next: group('What happens next', {
    title: text('Title', 60),
    steps: list('Steps', text('Step', 160), [2, 5]),
    outsideHours: optionalText(
      'When no reply can come in time',
      240,
      'For what comes while the office is closed for longer than the hours to a reply, as at weekends. The page and the acknowledgement of such an enquiry say it.',
    ),
    call: text('Before the telephone number', 80),
  }),
});

export const notFound = group('Page not found', {
  seo,
  title: text('Heading', 60),
  text: text('Text', 200),
  back: link('Link'),
});

export const productsPage = group('Products', {
  ...openingFields,
  tiles: group('Reasons', { title: text('Title', 60), items: list('Reasons', titledText('Reason'), [4, 4]) }),
  demo: link('Button'),
  visitLabel: text('Button to another maker’s site', 30),
  contactLabel: text('Button to the contact page', 30),
  callToAction,
});
