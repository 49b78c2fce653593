import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { fields } from '../enquiries/testing/samples.ts';
import { anna, expect, receive, signIn, test as base, title, usePasskey } from './inbox.ts';

/** The port of an empty page, which is really served: a browser lets no other page call this machine. */
const test = base.extend<{ foreignPort: number }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see that it takes nothing.
  foreignPort: async ({}, use) => {
    const html = '<!doctype html><title>Foreign</title>';
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${html.length}\r\nConnection: close`;
    const server = createServer((socket) => socket.on('error', () => {}).end(`${head}\r\n\r\n${html}`));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    await use((server.address() as AddressInfo).port);
    server.close();
  },
});

test.describe('what a page of another origin posts', () => {
  test.use({ expectedMessages: [/^Failed to load resource.* 403 /] });

  test('changes nothing, even from another port of the host, which is the same site: cookies come along', async ({
    page,
    site,
    foreignPort,
  }) => {
    const id = await receive(site);
    await signIn(page, site, anna);
    await page.goto(`http://localhost:${foreignPort}`);
    await page.evaluate((action) => {
      const own = Object.assign(document.createElement('form'), { method: 'post', action });
      own.append(Object.assign(document.createElement('input'), { name: 'seen', value: '0' }));
      document.body.append(own);
      own.submit();
    }, `${site.inboxUrl}/enquiries/${id}/answer`);
    await expect(title(page)).toHaveText('This did not come from the inbox');

    expect(await site.enquiries.find({ id })).toMatchObject([{ handling: 'waiting', version: 0 }]);
    await page.getByRole('link', { name: 'Open the inbox' }).click();
    await expect(title(page)).toHaveText('Waiting');
  });
});

test('a link in a mail that is read in the browser opens its enquiry, at once or after signing in', async ({
  page,
  site,
  foreignPort,
}) => {
  const address = `${site.inboxUrl}/enquiries/${await receive(site)}`;
  await signIn(page, site, anna);
  for (const isSignedIn of [true, false]) {
    if (!isSignedIn) await site.people.signOutEverywhere(anna);
    await page.goto(`http://127.0.0.1:${foreignPort}`);
    await page.evaluate((href) => {
      document.body.append(Object.assign(document.createElement('a'), { href, textContent: 'Open' }));
    }, address);
    await page.getByRole('link', { name: 'Open' }).click();
    if (!isSignedIn) await usePasskey(page).click();
    await expect(title(page)).toHaveText(fields.subject);
    await expect(page).toHaveURL(address);
  }
});
