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
    const attempts: number[] = [];
    await page.route(`**${contactApi}`, async (route) => {
      attempts.push(await page.evaluate(() => Date.now()));
      await (answer ? route.fulfill(answer) : route.abort());
    });
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await page.goto('/contact');
    // The scripts of the page wait for each other by the clock as well.
    await page.keyboard.press('Shift');
    const aStepLater = async () => {
      await page.clock.runFor(100);
      return attempts.length;
    };
    await expect.poll(aStepLater, { intervals: [10], timeout: 20_000 }).toBe(4);
    const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    // Rounded: the page's clock goes on in steps.
    expect(pauses.map((pause) => Math.round(pause / 1000))).toEqual([1, 2, 4]);
    await expect.poll(() => page.clock.runFor(100).then(() => warnings.length)).toBe(1);
    await page.clock.runFor(60_000);
    expect(attempts).toHaveLength(4);
    expect(warnings).toEqual([expect.stringMatching(/^Contact details:/)]);
    await expectFacts(page, builtInFacts);
  });
}
