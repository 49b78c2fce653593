/**
 * Rewrites a page as React Router renders it so that its scripts wait: until the page has loaded and the browser is idle, or
 * until the visitor's first pointer, key or focus. Everything on a page works by HTML alone before that.
 *
 * As rendered, the scripts compete with the fonts for the line before the largest paint: 1.8–2.1 s of largest paint on a
 * simulated slow phone, against 0.75 s with the scripts deferred. Pages without the expected script are returned as they are.
 * @param publish stores a module and gives its address. With it what only hydration needs, the page's data above all, leaves
 *   the HTML: 1 to 2 KB of the first 14, which one round trip brings. Without it, it stays inside.
 */
export function deferHydration(html: string, publish?: (module: string) => string): string {
  const rendered = moduleScript.exec(html)?.[1];
  if (rendered === undefined) return html;
  const preloads = [...html.matchAll(modulePreload)].map(([, href]) => href ?? '');
  const hydration = hydrationCode(rendered, preloads);
  const bare = html.replaceAll(modulePreload, '');
  if (publish === undefined) return bare.replace(moduleScript, () => starter(`(async()=>{${hydration}})()`));

  const data = [...html.matchAll(dataScript)].map(([, code]) => code).join('\n');
  const address = publish(`${data}\n${hydration}`);
  // The elements stay: React looks for them when it takes over the page, though not at what is in them.
  return bare
    .replace(moduleScript, () => starter(`import(${JSON.stringify(address)})`))
    .replaceAll(dataScript, '<script></script>');
}

const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/;
const dataScript = /<script>(window\.__reactRouterContext\b[\s\S]*?)<\/script>/g;
const modulePreload = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g;
const namedImport = /import \* as (\w+) from ("[^"]+");/g;
const bareImport = /import ("[^"]+");?/;

/** The module script with its imports made dynamic: the data has to be there before they run. */
function hydrationCode(rendered: string, preloads: readonly string[]): string {
  const imports = [...rendered.matchAll(namedImport)];
  const manifest = bareImport.exec(rendered.replaceAll(namedImport, ''))?.[1];
  const rest = rendered.replaceAll(namedImport, '').replace(bareImport, '').trim();
  const names = imports.map(([, name]) => name);
  const sources = imports.map(([, , source]) => `import(${source})`);
  return [
    `for(const href of ${JSON.stringify(preloads)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));`,
    `const [${[...names, 'manifest'].join(',')}]=await Promise.all([${[...sources, `import(${manifest})`].join(',')}]);`,
    rest,
  ].join('');
}

function starter(hydration: string): string {
  return [
    `<script type="module">let started;const start=()=>{started??=${hydration}};`,
    'for(const sign of ["pointerover","pointerdown","keydown","focusin"])addEventListener(sign,start,{once:true,passive:true});',
    'const whenIdle=()=>window.requestIdleCallback?requestIdleCallback(start,{timeout:2000}):setTimeout(start,300);',
    'document.readyState==="complete"?whenIdle():addEventListener("load",whenIdle)</script>',
  ].join('');
}
