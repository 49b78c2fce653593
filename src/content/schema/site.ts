import * as v from 'valibot';
import {
  callToAction,
  linkTarget,
  choice,
  group,
  isExistingDate,
  link,
  list,
  number,
  optionalText,
  paragraphs,
  editorControl,
  text,
  textWithPlaceholder,
  yesOrNo,
} from './fields.ts';

const code = editorControl<string>('code');

/** Schema of the company: its names, contact details and periods. */
export const site = group('The company', {
  name: text('Name', 40, 'What people call the company. Other texts have it as {name}.'),
  legalName: text('Registered name', 80, 'In full, as at Companies House. Other texts have it as {legalName}.'),
  logoText: text('Text beside the logo', 24),
  tagline: text('Tagline', 80),
  copyright: text('Copyright', 80),
  contact: group(
    'Contact details',
    {
      email: v.pipe(text('Email', 254), v.email('takes an address like name@example.com')),
      phone: v.pipe(
        text('Telephone', 40),
        v.regex(
          /^\+?[\d ().-]*\d[\d ().-]*$/,
          'takes digits, spaces and ( ) . -, with a + in front if it is international',
        ),
      ),
      address: text('Address', 300, 'With the town and the postcode at its end.'),
      socialMedia: group('Social media', {
        linkedin: v.pipe(
          linkTarget('LinkedIn'),
          v.regex(
            /^https:\/\/(?:[\w-]+\.)*linkedin\.com\//,
            'takes an address that starts with https://www.linkedin.com/',
          ),
        ),
      }),
    },
    'Every page has them, and other texts have them as {email}, {phone} and {address}.',
  ),
  company: group(
    'Particulars of the company',
    {
      number: v.pipe(optionalText('Company number', 10, 'Eight digits, or two letters and six.'), code),
      registeredIn: optionalText('Registered in', 40, 'England and Wales, Scotland or Northern Ireland.'),
      registeredOffice: optionalText('Registered office', 200, 'The address at Companies House.'),
      vatNumber: v.pipe(optionalText('VAT number', 14, 'GB and nine digits.'), code),
    },
    'The law asks a company for these on its website. The footer and the terms show what is filled in.',
  ),
  microsoftPartnership: optionalText(
    'Partnership with Microsoft',
    120,
    'The status that the company holds in Microsoft’s partner programme, in Microsoft’s own words. Shown on the partner page.',
  ),
  enquiryRetentionDays: number(
    'Days until an enquiry is deleted',
    [1, 3650],
    'Who runs the server can set another number there. Texts have it as {retentionDays}.',
  ),
  backupRetentionDays: number(
    'Days until a backup is deleted',
    [1, 365],
    'What has been deleted is still in backups for so long. Texts have it as {backupRetentionDays}.',
  ),
  replyWithinHours: number(
    'Hours to a reply',
    [1, 168],
    'The aim that the office’s inbox counts down. Texts have it as {replyWithinHours}.',
  ),
  area: text('Area', 60, 'The country or the region in which the company works for others.'),
});

/** Schema of the header's links, in order. The menu of the services is built from the services. */
export const navigation = group('The header', {
  services: group('Menu of the services', { label: text('Label', 20) }),
  links: list(
    'Links',
    group('Link', { label: text('Label', 24), to: linkTarget('Leads to') }),
    [1, 7],
    'More do not fit on one line, beside the logo and the services.',
  ),
  theme: group('Theme button', {
    light: text('To light, in the menu', 20),
    dark: text('To dark, in the menu', 20),
    toLight: text('To light, on the button', 30),
    toDark: text('To dark, on the button', 30),
  }),
});

const optionalLink = { href: v.optional(linkTarget('Leads to')) };

const futurePage = v.pipe(
  text('Page to come', 60, 'The entry leads there once the page exists.'),
  v.regex(/^\/[a-z0-9/-]*$/, 'takes an address of this site, like /news'),
  editorControl('link'),
);

/** Schema of the footer. An entry without a link target is a placeholder that leads nowhere. */
export const footer = group('The footer', {
  products: group('Products', {
    title: text('Title', 24),
    items: list(
      'Entries',
      group('Entry', { product: v.pipe(text('Product', 60), editorControl('product')), ...optionalLink }),
      [1, 8],
    ),
  }),
  company: group('Company', {
    title: text('Title', 24),
    items: list(
      'Entries',
      group('Entry', { label: text('Label', 30), page: v.optional(futurePage), ...optionalLink }),
      [1, 8],
    ),
  }),
  contactTitle: text('Title of the contact details', 24),
  legal: list('Legal texts', link('Link'), [3, 3]),
});

/** Schema of the labels of controls, including those for screen readers only. */
export const controls = group('Controls', {
  skip: text('Link that skips to the text', 30),
  menu: text('Menu button', 20),
  mainNavigation: text('Name of the main navigation', 30),
  back: text('Back, in the menu', 20),
  breadcrumb: text('Name of the path above the heading', 30),
  contents: text('Name of a list of contents', 30),
  lastUpdated: textWithPlaceholder('date', 'Last updated', 40, 'A legal text’s month and year come at {date}.'),
  linkedin: text('LinkedIn link', 20),
  newTab: text('At a link that opens a new tab', 40),
  errorPrefix: text('Before a fault, in the title of the window', 20),
  aboutProduct: textWithPlaceholder(
    'product',
    'Button to the contact page, of a product',
    40,
    'The product comes at {product}.',
  ),
  ofProduct: textWithPlaceholder(
    'product',
    'Button to a maker’s site, of a product',
    40,
    'The product comes at {product}.',
  ),
  companyNumber: textWithPlaceholder('number', 'Company number', 40, 'The number comes at {number}.'),
  registeredIn: textWithPlaceholder('place', 'Registered in', 40, 'The place comes at {place}.'),
  registeredOffice: textWithPlaceholder('office', 'Registered office', 40, 'Its address comes at {office}.'),
  vatNumber: textWithPlaceholder('number', 'VAT number', 40, 'The number comes at {number}.'),
  maker: textWithPlaceholder('maker', 'Maker of a product', 40, 'The company comes at {maker}.'),
  question: callToAction,
  project: callToAction,
});

const message = group('Message', { title: text('Title', 80), advice: text('What to do', 200) });

/** Schema of the plain error page, which the server sends without the site around it. */
export const messagePage = group('The plain message page', {
  tooManyFields: message,
  otherSite: message,
  notFound: message,
  tooLong: message,
  unreadable: message,
  tooMany: message,
  failed: message,
  away: message,
  contact: text('Link to the contact page', 30),
  home: text('Link to the home page', 30),
  reference: textWithPlaceholder('reference', 'Reference', 160, 'The request’s number comes at {reference}.'),
});

/** Schema of the acknowledgement mail. */
export const acknowledgement = group('The acknowledgement', {
  subject: textWithPlaceholder('reference', 'Subject', 120, 'The message’s number comes at {reference}.'),
  paragraphs: list('Paragraphs', text('Paragraph', 400, 'The message’s number may stand at {reference}.'), [1, 6]),
});

const day = choice('Day', ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']);
const timeOfDay = (title: string, hint = '') =>
  v.pipe(text(title, 5, hint), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'takes a time like 09:00'));

const placeholderHint = 'In it {visitor}, {company} and {reference} stand for what the visitor gave.';

/** Schema of the office: its hours, and the texts that its people choose from. */
export const office = group('The office', {
  timeZone: v.pipe(
    text('Time zone', 40, 'That of the times below, like Europe/London.'),
    v.check(isTimeZone, 'is no time zone; it takes one like Europe/London'),
    code,
  ),
  shown: v.optional(yesOrNo('Opening hours on the contact page', 'Below the telephone number.')),
  hours: list(
    'Opening hours',
    group('Opening time', { day, opens: timeOfDay('Opens'), closes: timeOfDay('Closes', '24:00 is midnight.') }),
    [0, 28],
    'The inbox counts with them until when an enquiry has to be answered. A day may have several, or none.',
  ),
  holidays: list(
    'Holidays',
    v.pipe(text('Holiday', 10), v.isoDate('takes a day like 2026-12-25'), editorControl('date')),
    [0, 100],
    'Days on which the office stays closed: gov.uk/bank-holidays has those of England.',
  ),
  answer: group('Answers', {
    greeting: text('Greeting', 120, `How an answer begins. ${placeholderHint}`),
    signature: paragraphs('Signature', 600, `${placeholderHint} {person} is your name; without one its line goes.`),
    saved: list(
      'Saved replies',
      group('Saved reply', { title: text('Title', 60), text: paragraphs('Text', 4000, placeholderHint) }),
      [0, 40],
      'Texts that people put into answers.',
    ),
  }),
  reasons: list('Why an enquiry is ended', text('Reason', 40), [1, 12], 'Choices of the inbox, the usual one first.'),
});

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Schema of /.well-known/security.txt (RFC 9116), beside the company's email address. */
export const securityTxt = group('Contact for security researchers', {
  expires: v.pipe(
    text('Expires', 20, 'The end of its year, like 2027-11-15T00:00:00Z: midnight of that day.'),
    v.isoTimestamp('takes a time in UTC, like 2027-11-15T00:00:00Z'),
    v.check(isExistingDate, 'is a day that no calendar has'),
  ),
  preferredLanguages: list('Languages', v.pipe(text('Language', 10, 'By its two letters, like en.'), code), [1, 4]),
});
