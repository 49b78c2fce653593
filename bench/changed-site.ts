// The site at the address that the first argument has, with the change that the second one names in its pages, styles and scripts.
// Each answer is fetched once, and served from memory with the headers that it had, compressed as small.
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const changes = { withoutScriptsAndFonts, withPlainPageChange };

const [, , site = '', name = ''] = process.argv;
const change = changes[name as keyof typeof changes];
const answers = new Map<string, ReturnType<typeof changed>>();
createServer(({ url = '/' }, response) => {
  const answer = answers.get(url) ?? changed(url);
  answers.set(url, answer);
  void answer.then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
}).listen(Number(process.env['PORT']), process.env['HOST']);

async function changed(url: string) {
  const answer = await fetch(site + url, { headers: { 'accept-encoding': 'br' } });
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ofTheOriginal.has(name)));
  if (!answer.headers.has('content-encoding')) return { status: answer.status, headers, body };
  headers['content-encoding'] = 'br';
  const isText = /html|css|javascript/.test(headers['content-type'] ?? '');
  const text = isText ? change(String(body), url) : body;
  return { status: answer.status, headers, body: await promisify(brotliCompress)(text) };
}

/** Headers of the connection and of the text as it was: the policy has hashes of it. */
const ofTheOriginal = new Set(
  'connection content-encoding content-length content-security-policy etag keep-alive transfer-encoding'.split(' '),
);

/** Makes a page its limit page, which no page with these words and styles can undercut: nothing else is fetched, and nothing runs. */
function withoutScriptsAndFonts(source: string): string {
  return source
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="(?:font|script)")[^>]*>/g, '')
    .replaceAll(/@font-face\s*\{[^}]*\}/g, '');
}

/** Makes a page that is like the site's, but for its script: that changes pages by as little as can do it, and does nothing else. */
function withPlainPageChange(text: string, url: string): string {
  if (/\/entry\.client-[\w-]+\.js$/.test(url)) return `(${String(changePagesPlainly)})()`;
  // The import map holds the hash of the script that was there before.
  return url.endsWith('.js') ? text : text.replace(/<script type="importmap">.*?<\/script>/s, '');
}

/** Runs in the browser, and so uses nothing from outside. */
function changePagesPlainly(): void {
  const fetched = new Map<string, Promise<Document>>();

  function read(url: string): Promise<Document> {
    const known = fetched.get(url);
    if (known) return known;
    const page = new Promise<Document>((resolve) => {
      const request = new XMLHttpRequest();
      request.responseType = 'document';
      request.addEventListener('load', () => {
        const page = request.response as Document;
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(page.querySelector('style')?.textContent ?? '');
        document.adoptedStyleSheets.push(sheet);
        resolve(page);
      });
      request.open('GET', url);
      request.send();
    });
    fetched.set(url, page);
    return page;
  }

  addEventListener('pointerover', ({ target }) => {
    const link = target instanceof Element && target.closest('a');
    if (link && link.origin === location.origin) void read(link.href);
  });
  navigation.addEventListener('navigate', (event) => {
    event.intercept({
      async handler() {
        const page = await read(event.destination.url);
        document.title = page.title;
        document.querySelector('main')?.replaceWith(...page.querySelectorAll('main'));
      },
    });
  });
}
