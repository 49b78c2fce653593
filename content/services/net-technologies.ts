import type { Service } from './service.ts';

export const netTechnologies = {
  slug: 'net-technologies',
  name: '.NET Technologies',
  seo: {
    title: '.NET Development and Modernisation',
    description:
      'Move .NET Framework and Web Forms to ASP.NET Core and Blazor page by page, behind a proxy, while your customers go on using the same address.',
    keywords: [
      '.NET modernisation',
      'ASP.NET Core development',
      'Blazor developers',
      'Web Forms migration',
      '.NET Framework upgrade',
      'C# consultants',
    ],
  },
  title: '.NET technologies: bring an old system up to date, page by page',
  situation:
    'A security scan has flagged your customer portal. It is Web Forms on .NET Framework 4.6, it runs on a server that nobody wants to restart, and it builds on exactly one laptop.',
  description: [
    'We build new systems on the current long-term-support release of .NET and move old ones to it. That means ASP.NET Core for sites and APIs, Blazor for interactive screens in\u00A0C#, worker services for the jobs that run at night.',
    'An old portal moves in pieces. A small proxy, built with YARP, stands in front and sends each address to the old site or to the new one. One sign-in covers both. If a new page misbehaves, changing one route brings the old page back.',
  ],
  features: [
    {
      title: 'Web Forms unpicked',
      text: 'Business rules come out of the code-behind first. The page is then rebuilt in Blazor or Razor Pages.',
    },
    {
      title: 'One set of rules',
      text: 'Shared libraries target .NET Standard 2.0, so old and new pages work out the same price during the move.',
    },
    {
      title: 'WCF with care',
      text: 'Callers that cannot change are served by CoreWCF. The others get REST or gRPC.',
    },
    {
      title: 'Queries measured',
      text: 'The slow ones are timed before and after the move to EF Core, and their execution plans compared.',
    },
    {
      title: 'Requests you can follow',
      text: 'OpenTelemetry traces a click through each service to the SQL that it ran.',
    },
  ],
  steps: [
    {
      title: 'Build anywhere',
      text: 'The solution compiles from a clean clone on a build server, on .NET Framework 4.8 for now.',
    },
    {
      title: 'Pin it down',
      text: 'Tests record what the portal does today, oddities included, so that nothing changes by accident.',
    },
    { title: 'Put the proxy in front', text: 'All traffic passes through it to the old site, unchanged.' },
    { title: 'Move pages', text: 'The flagged pages go first, then the ones that change most.' },
    { title: 'Switch off', text: 'When no route leads to the old site, its server goes.' },
  ],
  deliverables: [
    'The portal on a supported release of .NET',
    'A build that starts from a clean clone, with its dependencies listed',
    'Tests that describe how the system behaves',
    'Notes for the next long-term-support upgrade',
  ],
  benefits: [
    'Security fixes reach you again, and you can install them on a working day.',
    'Customers keep their bookmarks and passwords.',
    'A new developer has the portal running from a clone, without that one laptop.',
  ],
  technologies: ['.NET', 'ASP.NET Core', 'Blazor', 'C#', 'EF Core', 'YARP', 'gRPC', 'SQL Server'],
  callToAction: {
    title: 'What did the scan say?',
    text: 'Tell us which framework the portal runs on and what ties it to its server. Leave the findings themselves out of the form: they can wait for a safer place.',
  },
  composition: 'spine',
  structure: 'space-frame',
  gradient: ['heather', 'slate'],
} satisfies Service;
