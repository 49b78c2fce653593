// What a page, its styles and its scripts are served as instead, by their texts.

/** Makes a page its limit page, which no page with these words and styles can undercut: nothing else is fetched, and nothing runs. */
export function withoutScriptsAndFonts(source: string): string {
  return source
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="(?:font|script)")[^>]*>/g, '')
    .replaceAll(/@font-face\s*\{[^}]*\}/g, '');
}

/** Makes a page that is like the site's, but for its script: that changes pages by as little as can do it, and does nothing else. */
export function withPlainPageChange(text: string, file = ''): string {
  if (/\/entry\.client-[\w-]+\.js$/.test(file)) return `(${String(changePagesPlainly)})()`;
  // The import map holds the hash of the script that was there before.
  return file === '' ? text.replace(/<script type="importmap">.*?<\/script>/s, '') : text;
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
