import type { Plugin } from 'vite';

import { createLoad } from '../server/dev-load.ts';

/** The icons while the site is developed and no build has made them: each is drawn when it is asked for. */
export const developmentIcons: Plugin = {
  name: 'development-icons',
  apply: 'serve',
  configureServer(server) {
    const load = createLoad(server);
    server.middlewares.use(async ({ url = '' }, response, next) => {
      if (!/^\/(?:favicon|apple-touch-icon|icon-\d+|manifest)\.\w+$/.test(url)) return next();
      try {
        // An import would belong to Vite's configuration, and load libraries for images with it.
        const { icons } = await load<typeof import('./icons.ts')>('/tooling/icons.ts');
        const icon = await icons[url.slice(1)]?.();
        if (icon === undefined) return next();
        // The others are known by what they begin with.
        if (url.endsWith('.svg')) response.setHeader('content-type', 'image/svg+xml');
        response.end(icon);
      } catch (fault) {
        next(fault);
      }
    });
  },
};
