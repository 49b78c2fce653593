import { site } from '../site.ts';
import type { LegalPage } from './legal-page.ts';

export const cookiePolicy = {
  seo: {
    title: 'Cookie Policy: No Cookies Are Set',
    description:
      'This site sets no cookies. Read what it keeps in your browser storage, such as your light or dark theme, for how long, and how you can clear it.',
    keywords: [
      'cookie policy',
      'website without cookies',
      'browser storage',
      'localStorage theme',
      'no consent banner',
      'PECR strictly necessary',
    ],
  },
  title: 'Cookie Policy',
  lastUpdated: 'January 2025',
  sections: [
    {
      title: 'In short',
      content: `The website of ${site.legalName} sets no cookies at all. It remembers three things in your browser: the theme that you choose, how far down a page you were, and a message to us that you have begun and not yet sent. A fourth entry exists only if you have signed in through an account service. None of them is used to follow you.`,
    },
    {
      title: 'What browser storage is',
      content:
        'A cookie is a small text that your browser sends back to a website with every request. Browser storage is different: an entry stays on your device, and the page reads it only when it needs it.',
      list: [
        'Local storage stays until you or your browser clear it.',
        'Session storage belongs to one tab and goes when you close that tab.',
      ],
      additionalContent:
        'UK law treats both in the same way as cookies. The rules are in the Privacy and Electronic Communications Regulations 2003, known as PECR, so we list every entry here.',
    },
    {
      title: 'What this site stores',
      content: 'These are all the entries, under the names that you see in the tools of your browser.',
      subsections: [
        {
          title: 'Your theme',
          content:
            'Saved when you use the button for the light or the dark theme, so that the next page opens in the one you chose. Without it the site is dark.',
          list: [
            'Name: theme',
            'Place: local storage',
            'Holds: the word "light" or the word "dark"',
            'Kept: until you clear it',
          ],
        },
        {
          title: 'Our contact details',
          content:
            'Keeps what our server last said of our own email address, phone number and address, so that the next page shows them without asking again.',
          list: [
            'Name: contact-facts',
            'Place: session storage',
            'Holds: our contact details, and when they were asked for. Nothing about you',
            'Kept: used for five minutes, and gone when you close the tab',
          ],
        },
        {
          title: 'A message that you have not sent',
          content:
            'Keeps what you type into the contact form, so that a reload, a look at another page or a lost connection does not cost you your words.',
          list: [
            'Name: contact-draft',
            'Place: session storage',
            'Holds: what stands in the fields of the form, and a random key that belongs to this one message',
            'Kept: until the message is sent, you empty the form, or you close the tab',
          ],
        },
        {
          title: 'A sign-in session',
          content:
            'No page of this site offers a sign-in today, so you will normally not have this entry. If you have signed in through an account service that is connected to this site, the entry keeps you signed in, and the site asks that service to renew it before it runs out.',
          list: [
            'Name: sb-…-auth-token (the middle part varies)',
            'Place: local storage',
            'Holds: the tokens of your session, and account details that the service gives with them',
            'Kept: until you sign out, the service ends the session, or you clear it',
          ],
        },
      ],
      additionalContent:
        'The theme and our contact details never leave your device. A message leaves it when you send it, and the key goes with it: if the same message reaches our server twice, it is stored once. A sign-in session is sent only to the account service that it belongs to, by way of our server.',
    },
    {
      title: 'Why you see no consent banner',
      content:
        'PECR asks for your consent unless an entry is strictly necessary for something that you asked for. Each of ours is: you chose a theme, you pressed Back, you wrote a message, or you signed in. So there is nothing to accept or refuse.',
    },
    {
      title: 'What we do not use',
      content: 'On no page will you find:',
      list: [
        'analytics or visitor counters',
        'advertising, tracking pixels or social media buttons that report back',
        'scripts from other companies',
        'fonts loaded from other companies: ours come from our own server',
      ],
      additionalContent:
        'If we ever want something that needs your consent, we will ask you before it stores anything, and this page will name it.',
    },
    {
      title: 'How to clear or block storage',
      content:
        'Your browser shows and deletes these entries under its settings for site data. A private window drops them when you close it. You can also block storage altogether: every page and the contact form still work, but the site opens in the dark theme each time, and a reload may cost you a message that you have not sent.',
    },
    {
      title: 'Other websites',
      content:
        'Our LinkedIn link and the links to the websites of some products lead to sites that may set cookies of their own. They can do so only once you have followed the link. Look at their policies for details.',
    },
    {
      title: 'Questions and changes',
      content: `Write to ${site.contact.email} if something here is unclear. When the site stores something new, or stops storing something, we change this page and its date.`,
    },
  ],
} satisfies LegalPage;
