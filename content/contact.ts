import type { Seo } from './seo.ts';

export const contactPage = {
  seo: {
    title: 'Contact Us in Bristol',
    description:
      'Ask about software development, Dynamics 365, cloud operations, IT staffing or a product. Write to our Bristol team and get a reply within 24 hours.',
    keywords: [
      'contact technology consultancy',
      'Bristol software company contact',
      'Dynamics 365 enquiry',
      'IT staffing quote',
      'request a product demo',
    ],
  } satisfies Seo,
  title: 'Contact us',
  lead: 'Tell us which systems you run, what they should do that they do not, and by when. Rough notes are enough to start with: we will ask for the rest.',
  details: {
    title: 'Reach us directly',
    labels: { email: 'Email', phone: 'Phone', address: 'Address' },
  },
  form: {
    title: 'Send us a message',
    fields: {
      name: { label: 'Name *', placeholder: 'Your full name' },
      email: { label: 'Email *', placeholder: 'you@yourcompany.example' },
      company: { label: 'Company', placeholder: 'Your company name' },
      subject: { label: 'Subject *', placeholder: 'How can we help you?' },
      message: { label: 'Message *', placeholder: 'Tell us about your project or requirements...' },
    },
    required: 'Fields marked * have to be filled in.',
    trap: 'Leave this field empty',
    submit: 'Send Message',
    submitting: 'Sending...',
    success: {
      title: 'Message sent successfully!',
      description: "We'll get back to you within 24 hours.",
    },
    failure: {
      title: 'Error sending message',
      description: 'Please try again later.',
    },
    limited:
      'Too many messages have reached us in a short time, so we could not take yours. It is still in the form: send it again {when}.',
    offline: {
      notice: 'You are offline. What you write stays here, and you can send it once your connection is back.',
      failure:
        'You are offline, so nothing was sent. Your message is still here: send it once your connection is back.',
    },
    invalid: { title: 'There is a problem', notification: 'The form says what to put right.' },
    /** Beside the outcome, once a message is sent. */
    reference: 'Your reference is {reference}. Please quote it if you call or write about this message.',
    privacyNote: 'We use what you write here to answer you, and for nothing else.',
  },
  next: {
    title: 'What happens next',
    steps: [
      'Your message is saved before this page tells you that it was sent.',
      'Someone who works with the technology you name replies within 24 hours.',
      'If you want to go on, we talk it through and send you a scope and a price in writing.',
    ],
  },
} as const;
