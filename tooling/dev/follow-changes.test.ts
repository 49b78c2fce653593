import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';

import { temporaryDirectory } from '../../enquiries/testing/temporary.ts';
import { createLoad } from './follow-changes.ts';

test('a module is loaded as it was saved last, also while it is still being loaded as it was before', async () => {
  const root = temporaryDirectory();
  const file = join(root, 'used.js');
  const isRead = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  writeFileSync(join(root, 'page.js'), `export { state } from './used.js';`);
  writeFileSync(file, `const = ;`);
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
    plugins: [
      {
        name: 'hold-the-first',
        async transform(code, id) {
          if (!id.endsWith('used.js') || !code.includes('const = ;')) return;
          isRead.resolve();
          await goOn.promise;
        },
      },
    ],
  });
  onTestFinished(() => vite.close());
  const load = createLoad(vite, '/page.js');

  const before = load().catch((fault: unknown) => fault);
  await isRead.promise;
  writeFileSync(file, `export const state = 'mended';`);
  vite.environments.ssr.moduleGraph.onFileChange(file);
  const after = load().catch((fault: unknown) => fault);
  goOn.resolve();
  expect(await before).toBeInstanceOf(Error);
  expect(await after).toMatchObject({ state: 'mended' });
});
