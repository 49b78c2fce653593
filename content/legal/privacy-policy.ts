import { site } from '../site.ts';
import type { LegalPage } from './legal-page.ts';

export const privacyPolicy = {
  seo: {
    title: 'Privacy Policy: Your Enquiry Data',
    description: `What our contact form collects, where it is stored, why it is deleted after ${site.enquiryRetentionDays} days, and how you have it erased sooner.`,
    keywords: [
      'privacy policy',
      'contact form data',
      'UK GDPR rights',
      'erase my enquiry',
      'enquiry data retention',
      'website without analytics',
    ],
  },
  title: 'Privacy Policy',
  lastUpdated: 'January 2025',
  sections: [
    {
      title: 'Who is responsible for your data',
      content: `${site.legalName}, ${site.contact.address}, runs this website and decides how your personal data is used here. In law we are the "controller" under the UK GDPR and the Data Protection Act 2018. For anything about your data, write to ${site.contact.email}.`,
    },
    {
      title: 'What the contact form collects',
      content: 'You can read every page without telling us who you are. When you send the contact form, we receive:',
      list: [
        'your name and email address',
        'your company, if you fill that field in',
        'the subject and the message',
        'the time at which your enquiry arrived',
      ],
      additionalContent:
        'The site adds a reference, which it shows you, and notes whether the email to our mailbox was delivered. The people who handle enquiries can note on it who sees to it, that it was answered and when, and what they need to remember for the answer. Your browser sends a random key with each message; from that key and your words the site makes fingerprints, by which it knows a message that arrives twice. You do not have to give us any of this, but without the required fields we cannot answer you. Please leave out passwords and health details.',
    },
    {
      title: 'What we use it for, and why the law allows it',
      content:
        'We use your enquiry to answer you, and for nothing else: no marketing, no selling of details. UK law asks us to name a lawful basis for each use of data:',
      list: [
        'Steps before a contract, at your request: when you ask for a quote, a demo or a proposal for yourself.',
        'Legitimate interests: when you write for your employer or about anything else. Our interest is to answer people who contact us.',
        'Legitimate interests again: to keep the site running and to stop floods of automated requests.',
      ],
      additionalContent:
        'A message that looks like spam is set aside instead of mailed to us. Each working day we are mailed a list of such messages and of those that wait for an answer, with names, email addresses and subjects: a person decides what becomes of each, and no program deletes it for its looks. No decision about you is made by a computer alone, and we do not build profiles.',
    },
    {
      title: 'Where it is kept and who sees it',
      content:
        "Your enquiry is stored in the website's own database, on a server that we control. The site then mails a copy to our mailbox, where we read it, and people of ours who are signed in may read it on that server. Mail services carry that copy to us and our answer to you. We may pass a copy to a program that we use to handle enquiries, such as our customer list. Nobody else receives it unless the law requires us to hand it over.",
    },
    {
      title: 'How long we keep it',
      content: `The website keeps an enquiry for ${site.enquiryRetentionDays} days and then deletes it automatically, unless its copy has not reached our mailbox yet. What we have noted on it is deleted with it. The copy in our mailbox is ordinary mail: we delete it by hand once we no longer need it to answer you.`,
    },
    {
      title: 'What our server notes about a visit',
      content:
        'For requests to the contact form and to addresses that do not exist, the server log holds the time, the path, a status code and a request number. It does not hold names, email addresses, messages or IP addresses.\n\nTo stop floods of messages, we count for a minute how many come from one IP address and from the network around it. The counts stand in the memory of the server. Where several servers share the work, that of the address stands in their database, under a fingerprint of the address, and is deleted within two hours.\n\nThere are no analytics, no advertising and no scripts or fonts from other companies. The Cookie Policy lists the few entries that the site keeps in your browser.',
    },
    {
      title: 'Your rights',
      content: 'You can ask us at any time, free of charge:',
      list: [
        'for a copy of the data that we hold about you',
        'to correct it',
        'to erase it',
        'to use it only in limited ways, or to stop using it',
        'for a copy in a form that you can take elsewhere, where we hold it as a step before a contract',
      ],
      additionalContent: `You have the right to object to any use that rests on our legitimate interests. Write to ${site.contact.email}, if you can from the address that you gave in the form. To erase your data, we remove every enquiry under that address from the website, with all that was noted on it, and we delete the copies in our mailbox. We answer within one month.`,
    },
    {
      title: 'Links to other sites',
      content:
        'Our LinkedIn page and the websites of some products are outside this site. Once you follow such a link, the privacy policy of that site applies.',
    },
    {
      title: 'If you want to complain',
      content:
        "Tell us first if you like, so that we can put it right. You can also complain to the Information Commissioner's Office (ICO) at ico.org.uk at any time.",
    },
    {
      title: 'Changes to this policy',
      content:
        'When the site starts to handle personal data in a different way, we rewrite this page and change the date on it.',
    },
  ],
} satisfies LegalPage;
