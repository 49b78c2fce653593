import type { Seo } from './seo.ts';

export const notFound = {
  seo: {
    title: 'Page Not Found (404)',
    description:
      'No page stands at this address. Go back to the home page to find our services, our products, technology staffing and how to contact us.',
    keywords: ['page not found', '404', 'missing page', 'broken link'],
  } satisfies Seo,
  title: 'Oops! Page not found',
  text: 'The span stops here: no page stands at this address. The page may have moved, or the link may have a letter wrong.',
  back: { label: 'Back to home', to: '/' },
} as const;
