import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ROOT } from '../app-folder';
import { lowContrasts, overflow } from '../page-checks';
import { polyvirt } from '../run-cli';
import { CHROMIUM, describeWhere } from '../test-where';
import { fleetFiles, folderOf } from './fleet-files';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical violations that axe finds. */
async function violations(page: Page): Promise<string[]> {
  // By the debugger, which the content policy of the page does not bind.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run: (what: Document) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
      };
    };
    const found = await axe.run(document);
    return found.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 120)}`);
  });
}

const SCREENS = {
  desk: { viewport: { width: 1280, height: 800 } },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' as const },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

describeWhere('chromium')('the page of a fleet in a browser', () => {
  let browser: Browser;
  let report: string;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] });
    const folder = folderOf(fleetFiles(3, 12));
    expect((await polyvirt(folder, ['report', '-o', 'report.html'])).code).toBe(0);
    report = join(folder, 'report.html');
  }, 120_000);

  afterAll(() => browser.close());

  test.each(Object.entries(SCREENS))(
    'three clusters on a %s: no violation, no low contrast, nothing beside the screen',
    async (name, screen) => {
      const page = await browser.newPage(screen);
      await page.goto(`file://${report}`);
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
      expect(await page.evaluate(lowContrasts)).toEqual([]);
      expect(await violations(page)).toEqual([]);
      if (process.env.POLYVIRT_SCREENSHOTS !== undefined) {
        await page.screenshot({ path: join(ROOT, `docs/images/report-${name}.png`) });
      }
      await page.close();
    },
    60_000,
  );

  test('answers questions by keyboard and by address', async () => {
    const page = await browser.newPage(SCREENS.desk);
    await page.goto(`file://${report}`);
    await page.keyboard.press('/');
    await page.keyboard.type('HostDisk');
    await page.waitForFunction(() => location.hash.includes('HostDisk'));
    await page.goto('about:blank');
    await page.goto(`file://${report}#arch=arm64`);
    const shown = await page.evaluate(() => document.body.innerText);
    expect(shown).toContain('arm64');
    await page.close();
  }, 60_000);

  test('the tables are there without JavaScript', async () => {
    const context = await browser.newContext({ ...SCREENS.desk, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`file://${report}`);
    const tables = await page.locator('table').count();
    expect(tables).toBeGreaterThanOrEqual(6);
    await context.close();
  }, 60_000);
});
