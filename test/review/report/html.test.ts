import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { renderReviewHtml } from '../../../src/review/report/html';
import { review } from '../../../src/review/review';
import { brokenWords, lowContrasts, overflow } from '../../page-checks';
import { CHROMIUM, describeWhere } from '../../test-where';
import { KUBEVIRT, reportOf, sampleReview, vm } from './sample';

const described = describeWhere('chromium');

described('the page in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-page-'));
  const errors: string[] = [];
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const file = join(folder, 'review.html');
    writeFileSync(file, renderReviewHtml(reportOf(sampleReview(), { blocked: true, breaches: [] })));
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] });
    page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => (message.type() === 'error' ? errors.push(message.text()) : undefined));
    page.on('request', (request) => (request.url().startsWith('file:') ? undefined : errors.push(request.url())));
    await page.goto(pathToFileURL(file).href);
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const titles = async () => page.locator('#changes > details:visible .title').allTextContents();
  const reset = async () => {
    await page.fill('#search', '');
    for (const id of ['effect', 'cluster', 'kind']) {
      await page.selectOption(`#${id}`, '');
    }
  };

  test('the verdict is first, and the worst change comes before the others', async () => {
    expect(await page.locator('h1').textContent()).toBe('polyvirt review: destructive');
    expect(await page.locator('.headline').textContent()).toBe(
      '1 virtual machine is deleted, 1 virtual machine needs a restart, 12 virtual machines are live-migrated, 1 virtual machine is new. In 12 of 12 clusters.',
    );
    expect(await page.locator('.blocked').isVisible()).toBe(true);
    expect(await titles()).toEqual([
      'VirtualMachine shop/old-<b>x</b> in edge-01',
      'VirtualMachine shop/db in edge-02',
      'VirtualMachine shop/web in 12 clusters',
      'VirtualMachine shop/entirely-new in edge-03',
    ]);
    expect(await page.locator('summary .values').allTextContents()).toEqual([
      'removed',
      'volumes[os].containerDisk.image quay.io/containerdisks/fedora:41 → quay.io/containerdisks/fedora:42',
      'memory.guest 4Gi → 8Gi',
      'new',
    ]);
    await page.locator('details').nth(1).locator('summary').click();
    await page.screenshot({ path: process.env.POLYVIRT_SCREENSHOT ?? join(folder, 'page.png') });
  });

  test('search, and filters by effect, cluster and kind, narrow the list', async () => {
    await page.fill('#search', 'guest 8GI');
    expect(await titles()).toEqual(['VirtualMachine shop/web in 12 clusters']);
    expect(await page.locator('#count').textContent()).toBe('1 of 4 shown, 12 objects');
    await reset();
    await page.selectOption('#effect', 'restart-required');
    expect(await titles()).toEqual(['VirtualMachine shop/db in edge-02']);
    await reset();
    await page.selectOption('#cluster', 'edge-03');
    expect(await titles()).toEqual([
      'VirtualMachine shop/web in 12 clusters',
      'VirtualMachine shop/entirely-new in edge-03',
    ]);
    await reset();
    await page.selectOption('#kind', 'VirtualMachine');
    expect(await titles()).toHaveLength(4);
    await page.fill('#search', 'no such thing');
    expect(await titles()).toEqual([]);
    await reset();
  });

  test('a change unfolds into its fields', async () => {
    const card = page.locator('details').nth(2);
    await card.locator('summary').click();
    expect(await card.locator('.fields code').allTextContents()).toEqual(['spec.template.spec.domain.memory.guest']);
    expect(await card.locator('.fields .values').allTextContents()).toEqual(['4Gi → 8Gi']);
    expect(await card.locator('.body').textContent()).toContain('Clusters: edge-01, edge-02');
  });

  test('the keyboard reaches a change, sees that it does, and unfolds it', async () => {
    await page.locator('#unfold').focus();
    await page.keyboard.press('Tab');
    const focused = page.locator('summary:focus-visible');
    expect(await focused.locator('.title').textContent()).toBe('VirtualMachine shop/old-<b>x</b> in edge-01');
    expect(await focused.evaluate((node) => getComputedStyle(node).outlineStyle)).toBe('solid');
    await page.keyboard.press('Enter');
    expect(await page.locator('#changes > details').first().getAttribute('open')).toBe('');
  });

  test('nothing of a manifest becomes markup, nothing is fetched, and nothing fails', async () => {
    expect(await page.locator('b').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});

/** A page of as many changes as there are, each another, and its file. */
const pageOf = (count: number) => {
  const vms = (label: (i: number) => string) =>
    Array.from({ length: count }, (_, i) =>
      vm(`machine-with-a-long-name-${i}`, { memory: '16Gi', more: { nodeSelector: { [label(i)]: '16Gi' } } }),
    );
  return renderReviewHtml(
    reportOf(review([KUBEVIRT, ...vms(() => 'same')], [KUBEVIRT, ...vms((i) => `example.com/label-${i}`)])),
  );
};

described('the page on other screens', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-page-'));
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] });
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  test.each([
    { changes: 3, width: 1200, colorScheme: 'light' },
    { changes: 3, width: 360, colorScheme: 'light' },
    { changes: 3, width: 360, colorScheme: 'dark' },
    { changes: 300, width: 360, colorScheme: 'dark' },
    { changes: 3000, width: 1200, colorScheme: 'dark' },
  ] as const)(
    '$changes changes, $width pixels, $colorScheme: no word is broken, nothing is cut off, all can be read',
    async ({ changes, ...screen }) => {
      const file = join(folder, `${changes}.html`);
      writeFileSync(file, pageOf(changes));
      const { width, colorScheme } = screen;
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
      await page.goto(pathToFileURL(file).href);
      expect(await page.locator('#changes > details').count()).toBe(changes);
      for (const card of (await page.locator('#changes > details').all()).slice(0, 3)) {
        await card.locator('summary').click();
      }
      expect(await page.evaluate(overflow)).toBe(0);
      expect(await page.evaluate(brokenWords)).toEqual([]);
      expect(await page.evaluate(lowContrasts)).toEqual([]);
      await page.close();
    },
  );

  test('without JavaScript every change is there and unfolds, and no filter pretends to work', async () => {
    const file = join(folder, 'plain.html');
    writeFileSync(file, pageOf(30));
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    const card = page.locator('#changes > details').nth(29);
    await card.locator('summary').click();
    expect(await card.locator('.fields').isVisible()).toBe(true);
    expect(await page.locator('#filters').isVisible()).toBe(false);
    await context.close();
  });
});

test('text of a manifest is no markup, and the page has one script', () => {
  const html = renderReviewHtml(reportOf(sampleReview(1)));
  expect(html).not.toContain('<b>x');
  expect(html.match(/<\/script>/g)).toHaveLength(1);
});
