import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { deferHydration } from './defer-hydration.ts';

const preload = (href: string) => `<link rel="modulepreload" href="${href}"/>`;
const rendered = [
  '<html><head>',
  preload('/assets/entry.js'),
  `<link rel="modulepreload" crossorigin="anonymous" href="/assets/root.js"/>`,
  '<link rel="preload" as="font" href="/assets/text.woff2"/>',
  '</head><body><main>A page</main>',
  '<script>window.__reactRouterContext = {};</script>',
  '<script>keep();</script>',
  '<script type="module" async="">import "/assets/manifest-1.js";\n',
  'import * as route0 from "/assets/root.js";\nimport * as route1 from "/assets/about.js";\n\n',
  'window.__reactRouterRouteModules = {"root":route0,"about":route1};\n\nimport("/assets/entry.js");</script>',
  '</body></html>',
].join('');

const moduleScript = /<script type="module">([\s\S]*?)<\/script>/;

/** Runs the rewritten script in a page of stand-ins, and tells what it did. */
function run(html: string, readyState: 'loading' | 'complete', { idle = true, painted = true } = {}) {
  const listeners = new Map<string, () => void>();
  const waiting: (() => void)[] = [];
  const imported: string[] = [];
  const preloaded: unknown[] = [];
  const page: Record<string, unknown> = { requestIdleCallback: idle || undefined };
  // What runs here has no importer of its own.
  const code = (moduleScript.exec(html)?.[1] ?? '').replaceAll('import(', 'load(');
  runInNewContext(code, {
    window: page,
    document: {
      readyState,
      head: { append: (link: object) => preloaded.push({ ...link }) },
      createElement: () => ({}),
    },
    addEventListener: (sign: string, listener: () => void) => listeners.set(sign, listener),
    PerformanceObserver: class {
      readonly report: (list: object, observer: object) => void;
      constructor(report: (list: object, observer: object) => void) {
        this.report = report;
      }
      observe({ type }: { type: string }) {
        if (painted && type === 'paint') this.report({}, { disconnect() {} });
      }
    },
    requestIdleCallback: (listener: () => void) => waiting.push(listener),
    setTimeout: (listener: () => void, delay = 0) => (delay === 0 ? setImmediate(listener) : waiting.push(listener)),
    async load(path: string) {
      imported.push(path);
      return path;
    },
  });
  return { listeners, waiting, imported, preloaded, page };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const everything = [
  '/assets/root.js',
  '/assets/root.js',
  '/assets/about.js',
  '/assets/manifest-1.js',
  '/assets/entry.js',
];

describe('a page whose hydration is published apart', () => {
  const published: string[] = [];
  const html = deferHydration(rendered, {
    publish: (module) => `/assets/hydrate-${published.push(module)}.js`,
    integrity: (address) => `sha256-of-${address}`,
  });

  it('asks for it alone, when it starts, and for what it was when the page was built', async () => {
    const { waiting, imported, preloaded } = run(html, 'complete');
    expect(imported).toEqual([]);
    waiting[0]?.();
    await settled();
    expect(imported).toEqual(['/assets/hydrate-1.js']);
    expect(preloaded).toEqual([
      { rel: 'modulepreload', href: '/assets/hydrate-1.js', integrity: 'sha256-of-/assets/hydrate-1.js' },
    ]);
  });

  it('holds none of its data; its other scripts and all its elements stay, for React looks for them', () => {
    expect(html).not.toContain('__reactRouterContext');
    expect(html).toContain('<main>A page</main><script></script><script>keep();</script><script type="module">');
  });

  it('finds in it the data first, then what is to be loaded', () => {
    expect(published).toHaveLength(1);
    expect(published[0]?.startsWith('window.__reactRouterContext = {};\n')).toBe(true);
    for (const address of everything) expect(published[0]).toContain(`import("${address}")`);
    for (const address of ['/assets/entry.js', '/assets/root.js'])
      expect(published[0]).toContain(JSON.stringify({ href: address, integrity: `sha256-of-${address}` }));
  });
});

describe('a page with deferred scripts', () => {
  const html = deferHydration(rendered);

  it('asks for no script before it is shown, and keeps everything else', () => {
    expect(html).not.toContain('<link rel="modulepreload"');
    expect(html).not.toContain('<script type="module" async');
    expect(html).toContain('<link rel="preload" as="font" href="/assets/text.woff2"/>');
    expect(html).toContain(
      '<main>A page</main><script>window.__reactRouterContext = {};</script><script>keep();</script>',
    );
    const { imported, preloaded } = run(html, 'loading');
    expect([imported, preloaded]).toEqual([[], []]);
  });

  it('starts once it has loaded and the browser is idle', async () => {
    const { listeners, waiting, imported, preloaded, page } = run(html, 'loading');
    expect(waiting).toEqual([]);
    listeners.get('load')?.();
    expect(imported).toEqual([]);
    waiting[0]?.();
    await settled();
    expect(preloaded).toEqual(['/assets/entry.js', '/assets/root.js'].map((href) => ({ rel: 'modulepreload', href })));
    expect(imported).toEqual(everything);
    expect(page['__reactRouterRouteModules']).toEqual({ root: '/assets/root.js', about: '/assets/about.js' });
  });

  it.each([true, false])('starts when it had loaded before, idle callbacks or not: %s', async (idle) => {
    const { waiting, imported } = run(html, 'complete', { idle });
    waiting[0]?.();
    await settled();
    expect(imported).toEqual(everything);
  });

  it('waits until it is painted, though it has loaded', () => {
    const { waiting, listeners } = run(html, 'complete', { painted: false });
    expect([waiting.length, listeners.has('load')]).toEqual([0, false]);
  });

  it.each(['pointerover', 'pointerdown', 'keydown', 'focusin'])('starts at the first %s, and once', async (sign) => {
    const { listeners, waiting, imported } = run(html, 'complete');
    listeners.get(sign)?.();
    listeners.get('keydown')?.();
    waiting[0]?.();
    await settled();
    expect(imported).toEqual(everything);
  });

  it('without the expected script is left as it is', () => {
    for (const plain of ['<p>Plain</p>', '<script type="module" src="/x.js"></script>', ''])
      expect(deferHydration(plain)).toBe(plain);
  });

  it('is left as it is the second time', () => {
    expect(deferHydration(html)).toBe(html);
  });
});
