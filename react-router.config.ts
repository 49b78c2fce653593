import type { Config } from '@react-router/dev/config';

export default {
  // Every page is rendered at build time; what remains for the running server is the form sent without JavaScript.
  ssr: true,
  prerender: { paths: ({ getStaticPaths }) => getStaticPaths(), concurrency: 2 },
  // No router runs in the browser: there is no list of routes to ask for.
  routeDiscovery: { mode: 'initial' },
  subResourceIntegrity: true,
} satisfies Config;
