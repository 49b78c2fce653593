/** Makes a page that is like the site's, but for its script: that changes pages by as little as can do it, and does nothing else. */
export function withPlainPageChange(text: string, file: string): string {
  if (/\/entry\.client-[\w-]+\.js$/.test(file)) return `(${String(changePagesPlainly)})()`;
  // The import map holds the hash of the script that was there before.
  return file.endsWith('.html') ? text.replace(/<script type="importmap">.*?<\/script>/s, '') : text;
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
      request.addEventListener('load', () => resolve(request.response as Document));
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
