import { site } from '../site.ts';
import type { LegalPage } from './legal-page.ts';

export const termsOfService = {
  seo: {
    title: 'Terms of Service for This Website',
    description:
      'The rules for using this website: what its pages promise and what they do not, what our 24-hour reply means, who owns what, and which law applies.',
    keywords: [
      'terms of service',
      'website terms of use',
      '24-hour reply promise',
      'website liability England and Wales',
      'copyright and trade marks',
    ],
  },
  title: 'Terms of Service',
  lastUpdated: 'January 2025',
  sections: [
    {
      title: 'What these terms cover',
      content: `This website belongs to ${site.legalName}, ${site.contact.address}. When you use it, these terms apply between you and us. They cover the website only: if you buy work, staff or a product from us, the contract that we both sign comes first.`,
    },
    {
      title: 'Using the site',
      content: 'You may read, print and link to any page, and you need no account. Please do not:',
      list: [
        'try to break into the site, or into data that is not yours',
        'flood it with requests: the server refuses requests that come too fast',
        'send advertising, malware or anything unlawful through the contact form',
        "use another person's name or email address in the form without their agreement",
      ],
      additionalContent: `If you find a security fault, tell us at ${site.contact.email} before you tell others, and give us time to mend it.`,
    },
    {
      title: 'Information, not an offer',
      content:
        'The pages describe our services, our staffing and our products in general. They are not an offer that you can accept, and they are not advice on your own systems. What we will do for you, by when and at what price stands in a written proposal, which binds us once we have both signed it.\n\nWe check what we publish, but software changes and a page can fall behind. Ask us before you rely on a detail.',
    },
    {
      title: 'When you send an enquiry',
      content:
        'The site tells you that your message was sent only after it has been saved. We aim to send a first reply within 24 hours of that moment. It may be a question rather than a full answer. This is an aim and not a term of a contract, and sending an enquiry commits neither of us to anything more. The Privacy Policy says how we treat what you send.',
    },
    {
      title: 'Who owns what',
      content:
        'The text, the drawings, the logo and the design of this site belong to us or are used with permission. You may quote short passages if you name the source. Please ask before you copy more or use our logo.\n\nSome parts, such as the typefaces, come under open licences. Those licences stay in force, and nothing here narrows them. Names such as Dynamics 365, SAP or ADP belong to their owners. We use them to say what we work with, not to suggest that their owners endorse us.',
    },
    {
      title: 'Links to other sites',
      content:
        'Our LinkedIn link and the links to the websites of some products lead away from this site. Other terms and other privacy policies apply there. We do not control sites that are not ours.',
    },
    {
      title: 'What we are liable for',
      content: 'Nothing in these terms excludes or limits our liability for:',
      list: [
        'death or personal injury caused by our negligence',
        'fraud or fraudulent misrepresentation',
        'anything else for which the law does not let us exclude it',
      ],
      additionalContent:
        'The site is free to use, and we do not promise that it is always available or free of faults. As far as the law of England and Wales allows, and apart from the points above, we are not liable for loss of profit, business or data that comes from using this site or from relying on what it says. If you use the site as a consumer, you keep all the rights that the law gives you.',
    },
    {
      title: 'Changes',
      content:
        'We may change the site, or take a page down, without telling you first. When we change these terms, we change the date on this page, and the new text applies from then on.',
    },
    {
      title: 'The law that applies',
      content:
        'These terms come under the law of England and Wales, and its courts decide disputes about them. If you are a consumer in Scotland or Northern Ireland, you can also go to the courts where you live. If one term is invalid, the others still apply.',
    },
    {
      title: 'How to reach us',
      content: `Questions about these terms go to ${site.contact.email}, or by post to ${site.contact.address}.`,
    },
  ],
} satisfies LegalPage;
