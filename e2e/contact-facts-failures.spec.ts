import { builtInFacts, contactApi, expectFacts } from './contact-facts.ts';
import { expect, test } from './site.ts';

test.use({ expectedMessages: [/^Failed to load resource|^Contact details:/] });

for (const { what, answer } of [
  { what: 'with an error', answer: { status: 500, json: { error: { code: 'internal', message: 'x' } } } },
  { what: 'with no record', answer: { contentType: 'text/html', body: '<h1>Not the API</h1>' } },
  { what: 'not at all', answer: undefined },
]) {
  test(`when the contact details are answered ${what}, they are asked for three times more, then the built-in ones stay`, async ({
    page,
  }) => {
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    let attempts = 0;
    await page.route(`**${contactApi}`, async (route) => {
      attempts += 1;
      await (answer ? route.fulfill(answer) : route.abort());
    });
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await page.goto('/contact');
    // The scripts of the page wait for each other by the clock as well.
    await page.keyboard.press('Shift');
    const warningsAStepLater = async () => {
      await page.clock.runFor(100);
      return warnings.length;
    };
    await expect.poll(warningsAStepLater, { intervals: [10], timeout: 20_000 }).toBe(1);
    await page.clock.runFor(60_000);
    expect(attempts).toBe(4);
    expect(warnings).toEqual([expect.stringMatching(/^Contact details:/)]);
    await expectFacts(page, builtInFacts);
  });
}
