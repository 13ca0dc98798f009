import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { renderReviewHtml } from '../../../src/review/report/html';
import { CHROMIUM, describeWhere } from '../../test-where';
import { reportOf, sampleReview } from './sample';

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

  const titles = async () => page.locator('#changes .title').allTextContents();
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
      'VirtualMachine shop/old-<b>x</b> in edge-01 (removed)',
      'VirtualMachine shop/db in edge-02 (modified)',
      'VirtualMachine shop/web in 12 clusters (modified)',
      'VirtualMachine shop/entirely-new in edge-03 (added)',
    ]);
    await page.locator('details').nth(1).locator('summary').click();
    await page.screenshot({ path: process.env.POLYVIRT_SCREENSHOT ?? join(folder, 'page.png') });
  });

  test('search, and filters by effect, cluster and kind, narrow the list', async () => {
    await page.fill('#search', 'guest 8GI');
    expect(await titles()).toEqual(['VirtualMachine shop/web in 12 clusters (modified)']);
    expect(await page.locator('#count').textContent()).toBe('1 of 4 shown, 12 objects');
    await reset();
    await page.selectOption('#effect', 'restart-required');
    expect(await titles()).toEqual(['VirtualMachine shop/db in edge-02 (modified)']);
    await reset();
    await page.selectOption('#cluster', 'edge-03');
    expect(await titles()).toEqual([
      'VirtualMachine shop/web in 12 clusters (modified)',
      'VirtualMachine shop/entirely-new in edge-03 (added)',
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
    // A browser tells a page a little later that something was opened.
    await card.locator('td.path').first().waitFor();
    expect(await card.locator('td.path').allTextContents()).toEqual(['spec.template.spec.domain.memory.guest']);
    expect(await card.locator('td.value').allTextContents()).toEqual(['4Gi', '8Gi']);
    expect(await card.locator('.body').textContent()).toContain('Clusters: edge-01, edge-02');
  });

  test('nothing of a manifest becomes markup, nothing is fetched, and nothing fails', async () => {
    expect(await page.locator('b').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});

test('text of a manifest cannot end the script that holds it', () => {
  const html = renderReviewHtml(reportOf(sampleReview(1)));
  expect(html).not.toContain('<b>x');
  expect(html.match(/<\/script>/g)).toHaveLength(2);
});
