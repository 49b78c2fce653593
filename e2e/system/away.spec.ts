import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

import { expect, test } from '@playwright/test';

import { contactPage, messagePage, site } from '../../content/words.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { age, nginx, siteUrl, startWithSite } from '../../start/testing/proxies.ts';
import { expectValues, fillForm, openForm, outcome, send } from '../enquiry.ts';

test('behind a cache a visitor reads on while the server is away, and loses nothing typed', async ({ browser }) => {
  test.skip(!nginx.testable, 'nginx cannot be run here');
  const proxy = await startWithSite();
  // The browser comes to the proxy, which is on a machine of its own, by way of here.
  const way = createServer().on('connect', (_request, socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    pipeline(socket, proxy.machine.connect(443), socket, () => {});
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const server = `http://127.0.0.1:${(way.address() as AddressInfo).port}`;
  const context = (javaScriptEnabled: boolean) =>
    browser.newContext({ proxy: { server }, baseURL: siteUrl, ignoreHTTPSErrors: true, javaScriptEnabled });
  const [withScripts, withoutScripts] = [await context(true), await context(false)];
  const [page, plain] = [await withScripts.newPage(), await withoutScripts.newPage()];

  for (const tab of [page, plain]) await tab.goto('/about');
  // With all of its scripts: those of the form come once the page is shown.
  await openForm(page);
  await plain.goto('/contact');
  await proxy.crash();
  age(proxy, 3600);

  const reader = await withScripts.newPage();
  expect((await reader.goto('/about'))?.status()).toBe(200);
  await reader.goto('/contact');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(messagePage.away.title);
  await fillForm(page);
  await send(page);
  await expect(outcome(page)).toContainText(contactPage.form.failure.title);
  await expectValues(page, fields);
  for (const fact of [site.contact.email, site.contact.phone])
    await expect(page.getByRole('main').getByRole('link', { name: fact }).first()).toBeVisible();

  await fillForm(plain);
  await send(plain);
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText(messagePage.away.title);
  await plain.goBack();
  await expectValues(plain, fields);

  await proxy.startSite();
  for (const tab of [page, plain]) {
    await send(tab);
    await expect(outcome(tab)).toContainText(contactPage.form.success.title);
  }

  await Promise.all([withScripts.close(), withoutScripts.close()]);
  way.closeAllConnections();
  way.close();
  await proxy.stop();
});
