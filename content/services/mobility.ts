import type { Service } from './service.ts';

export const mobility = {
  slug: 'mobility',
  name: 'Mobility',
  seo: {
    title: 'Mobile Apps for Field Teams',
    description:
      'Offline-first apps for engineers, drivers and carers: jobs open, fill in and sign without a signal, then sync once the phone is back in range.',
    keywords: [
      'enterprise mobility',
      'offline-first mobile app',
      'field service app development',
      'React Native developers',
      '.NET MAUI app',
    ],
  },
  title: 'Mobility: apps that keep working where the signal stops',
  situation:
    'It is 9:40 and your engineer is in a basement plant room without a signal. The job sheet will not load, so she writes on paper, and someone at the office types it in on Thursday.',
  description: [
    'We design and build apps for people who work away from a desk: engineers, drivers, carers, surveyors. The phone holds its own database, so a job can be opened, filled in and signed with no connection. Changes wait in a queue and travel when the signal returns.',
    'The hard part is two people changing one job. Field by field, we agree with you what wins, what is merged and what a person must decide. Then we test it by cutting the connection half-way through.',
  ],
  features: [
    {
      title: 'Offline-first sync',
      text: 'Every change carries its own identifier, so one that is sent twice is recorded once.',
    },
    {
      title: 'One code base or two',
      text: 'React Native or .NET MAUI serves both iOS and Android. Swift and Kotlin come in for work close to the device, such as Bluetooth meters.',
    },
    {
      title: 'Gloves, glare, one hand',
      text: 'Large targets, strong contrast and short forms, tried outdoors on the oldest phone that your crew carries.',
    },
    {
      title: 'Lost phones',
      text: 'Job data is encrypted on the phone, and Microsoft Intune can remove it from afar.',
    },
    {
      title: 'No second typing',
      text: 'A signed job goes by API to Dynamics 365, SAP or your own database.',
    },
  ],
  steps: [
    { title: 'Ride along', text: 'We spend a day in the van and see where paper still wins.' },
    { title: 'Prototype', text: 'The crew tries the screens on their own phones, gloves on.' },
    { title: 'Build sync first', text: 'One form makes the whole round trip before the others are begun.' },
    { title: 'Pilot', text: 'One crew uses app and paper together, and we compare the two.' },
    { title: 'Release', text: 'The app goes out through the stores, or privately to managed phones.' },
  ],
  deliverables: [
    'Signed apps in your own App Store and Google Play accounts',
    'The sync service and its API, documented',
    'Source code, with the pipeline that builds each release',
    'The written conflict rules, and a test for each',
  ],
  benefits: [
    'The office sees a finished job when the van leaves the car park.',
    'Nobody types a job sheet twice.',
    'A lost phone costs you a handset, and the customer’s details stay locked.',
  ],
  technologies: [
    'React Native',
    '.NET MAUI',
    'Swift',
    'Kotlin',
    'SQLite',
    'Azure Notification Hubs',
    'Microsoft Intune',
  ],
  diagram: {
    title: 'Two people, one job',
    note: 'An example. The engineer works without a signal from 9:40, the office changes the same job at 10:05, and at 10:30 the two meet.',
    columns: ['Field', 'On the phone', 'At the office', 'The rule'],
    rows: [
      ['Meter reading', '48213', 'Unchanged', 'Only one side changed it: that one stays'],
      ['Parts used', 'Valve', 'Gasket', 'Lists are merged: both stay'],
      ['Appointment', 'Unchanged', 'Moved to Thursday', 'The office plans: its date stays'],
      ['Fault', 'Pump seized', 'Power supply', 'Two answers to one question: a person decides'],
      ['Job, at 10:30', 'Same as at the office', 'Same as on the phone', 'One field waits for the dispatcher'],
    ],
  },
  callToAction: {
    title: 'Where does your signal stop?',
    text: 'In the basement, in the valley, behind the fire door: say where your people work, on which phones, and what they still write on paper.',
  },
  composition: 'spine',
  structure: 'self-bearing-span',
  gradient: ['lamp', 'balloon'],
} satisfies Service;
