/**
 * Rewrites a page as React Router renders it so that its scripts wait: until the page is painted and has loaded and the browser
 * is idle, or until the visitor's first pointer, key or focus. Everything on a page works by HTML alone before that.
 *
 * As rendered, the scripts compete with the fonts for the line before the largest paint: 1.8–2.1 s of largest paint on a
 * simulated slow phone, against 0.75 s with the scripts deferred. Pages without the expected script are returned as they are.
 * @param storage where modules are kept. With it what only hydration needs, the page's data above all, leaves the HTML: 1 to
 *   2 KB of the first 14, which one round trip brings; and every module is fetched with its integrity. Without it, all stays
 *   inside.
 */
export function deferHydration(html: string, storage?: ModuleStorage): string {
  const rendered = moduleScript.exec(html)?.[1];
  if (rendered === undefined) return html;
  const modules = [...html.matchAll(modulePreload)].map(([, href]) => href ?? '');
  const hydration = hydrationCode(rendered, modules, storage?.integrity);
  const bare = html.replaceAll(modulePreload, '');
  if (storage === undefined) return bare.replace(moduleScript, () => starter(`(async()=>{${hydration}})()`));

  const data = [...html.matchAll(dataScript)].map(([, code]) => code).join('\n');
  const address = storage.publish(`${data}\n${hydration}`);
  const start = `(${preload}([${descriptor(address, storage.integrity)}]),import(${JSON.stringify(address)}))`;
  // The elements stay: React looks for them when it takes over the page, though not at what is in them.
  return bare.replace(moduleScript, () => starter(start)).replaceAll(dataScript, '<script></script>');
}

export interface ModuleStorage {
  /** Stores a module and gives its address. */
  publish: (code: string) => string;
  /** The hash of a stored module, as the `integrity` attribute takes it. */
  integrity: (address: string) => string;
}

const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/;
const dataScript = /<script>(window\.__reactRouterContext\b[\s\S]*?)<\/script>/g;
const modulePreload = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g;
const namedImport = /import \* as (\w+) from ("[^"]+");/g;
const bareImport = /import ("[^"]+");?/;

/**
 * The module script with its imports made dynamic: the data has to be there before they run. All modules are asked for at
 * once and run one at a time, with a pause between them in which the browser can answer to the visitor: run in one go, they
 * would hold a slow phone for more than 50 ms. The entry, which starts hydration, comes last.
 */
function hydrationCode(rendered: string, modules: readonly string[], integrity?: ModuleStorage['integrity']): string {
  const imports = [...rendered.matchAll(namedImport)];
  const manifest = bareImport.exec(rendered.replaceAll(namedImport, ''))?.[1];
  const rest = rendered.replaceAll(namedImport, '').replace(bareImport, '').trim();
  const names = imports.map(([, name]) => name);
  const sources = imports.map(([, , source]) => `import(${source})`);
  const beforeTheEntry = modules.filter((module) => !rest.includes(JSON.stringify(module)));
  return [
    `${preload}([${modules.map((module) => descriptor(module, integrity)).join(',')}]);`,
    `for(const module of ${JSON.stringify(beforeTheEntry)})await import(module),await new Promise(next=>setTimeout(next));`,
    `const [${[...names, 'manifest'].join(',')}]=await Promise.all([${[...sources, `import(${manifest})`].join(',')}]);`,
    rest,
  ].join('');
}

/** A function that asks for modules without running them. What is imported later is what was fetched, and checked, here. */
const preload =
  '(modules=>{for(const module of modules)document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload"},module))})';

function descriptor(href: string, integrity?: ModuleStorage['integrity']): string {
  return JSON.stringify(integrity === undefined ? { href } : { href, integrity: integrity(href) });
}

function starter(hydration: string): string {
  return [
    `<script type="module">let started;const start=()=>{started??=${hydration}};`,
    'for(const sign of ["pointerover","pointerdown","keydown","focusin"])addEventListener(sign,start,{once:true,passive:true});',
    'const whenIdle=()=>window.requestIdleCallback?requestIdleCallback(start,{timeout:2000}):setTimeout(start,300);',
    'new PerformanceObserver((_,observer)=>{observer.disconnect();document.readyState==="complete"?whenIdle():addEventListener("load",whenIdle)}).observe({type:"paint",buffered:true})</script>',
  ].join('');
}
