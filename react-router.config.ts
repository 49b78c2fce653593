import type { Config } from '@react-router/dev/config';

export default {
  // Every page is rendered at build time; what remains for the running server is the form sent without JavaScript.
  ssr: true,
  prerender: { paths: ({ getStaticPaths }) => getStaticPaths(), concurrency: 2 },
  // One small manifest with all routes instead of a request per newly seen link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
