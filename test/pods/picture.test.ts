/// <reference lib="dom" />

import type { Browser } from 'playwright-core';
import { placeHtml, placeSvg } from '../../src/pods/picture';
import { fitted, pictureOf } from '../../src/pods/picture-model';
import { placeReport } from '../../src/pods/place-report';
import type { ClusterNode } from '../../src/target/node';
import { CHROMIUM, testWhere } from '../test-where';
import { node, workload } from './fixtures';

const EVIL = '<script>document.title="owned"</script>"\' onload="x';

const inventory = (count: number): ClusterNode[] =>
  Array.from({ length: count }, (_, i) =>
    node(`worker-with-quite-a-long-name-${i}.rack-${i % 4}.example.com`, {
      architecture: i % 3 === 0 ? 'arm64' : 'amd64',
      unschedulable: i % 11 === 5,
      labels: {
        'topology.kubernetes.io/zone': `zone-${i % 3}`,
        'kubernetes.io/arch': i % 3 === 0 ? 'arm64' : 'amd64',
        rack: String(i % 7),
      },
    }),
  );

const reportOn = (count: number) =>
  placeReport(
    [
      workload(EVIL),
      workload('nowhere', { nodeSelector: { [EVIL]: EVIL } }),
      workload('too-large', {}, { memory: '64Gi' }),
      ...Array.from({ length: 30 }, (_, i) =>
        workload(`web-${i}`, { nodeSelector: { rack: String(i % 7) } }, { cpu: '1' }),
      ),
    ],
    inventory(count),
  );

test('nodes are in their zones by architecture, and what fits nowhere is beside them', () => {
  const { zones, outside, folded } = pictureOf(reportOn(12));
  expect(zones.map(({ name, nodes, blocks }) => [name, nodes, blocks.map(({ architecture }) => architecture)])).toEqual(
    [
      ['zone-0', 4, ['arm64']],
      ['zone-1', 4, ['amd64']],
      ['zone-2', 4, ['amd64']],
    ],
  );
  expect(outside.map(({ first }) => first.name)).toEqual(['nowhere', 'too-large', 'web-12']);
  expect(folded).toBeUndefined();
});

test('up to 200 nodes each has a card; above, those that are alike share one, and the picture says so', () => {
  expect(pictureOf(reportOn(200))).toMatchObject({ cards: 200 });
  const { cards, folded } = pictureOf(reportOn(500));
  expect(cards).toBeLessThanOrEqual(200);
  expect(folded).toMatch(/^500 nodes in \d+ cards: /);
  expect(placeSvg(reportOn(500), 'edge')).toContain('Folded: 500 nodes in');
});

test('names are text, whatever they are', () => {
  for (const text of [placeSvg(reportOn(12), EVIL), placeHtml([{ title: EVIL, report: reportOn(12) }])]) {
    expect(text).not.toContain('<script');
    expect(text).not.toMatch(/\sonload="/);
    expect(text).not.toMatch(/(href|src)=|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
    expect(text).toContain('&lt;script&gt;');
  }
});

const inBrowser = testWhere('chromium');

/** What of a card or a box is outside of it, and which cards cover each other. */
function misplaced(): string[] {
  const found: string[] = [];
  const boxes = [...document.querySelectorAll('svg g[role=img]')].map((group) => {
    const box = group.querySelector('rect')!.getBoundingClientRect();
    for (const text of group.querySelectorAll('text')) {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      if (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1) {
        found.push(`outside: ${text.textContent}`);
      }
    }
    return box;
  });
  const rows = boxes.sort((a, b) => a.top - b.top);
  rows.forEach((box, i) => {
    for (let j = i + 1; j < rows.length && rows[j]!.top < box.bottom - 1; j++) {
      if (rows[j]!.left < box.right - 1 && box.left < rows[j]!.right - 1) {
        found.push(`overlap at ${box.left},${box.top}`);
      }
    }
  });
  const picture = document.querySelector('svg')!.getBoundingClientRect();
  for (const text of document.querySelectorAll('svg text')) {
    const { right, bottom } = text.getBoundingClientRect();
    if (right > picture.right + 1 || bottom > picture.bottom + 1) {
      found.push(`cut off: ${text.textContent}`);
    }
  }
  return found;
}

inBrowser(
  `a browser shows it without overlap or cut text, runs nothing, and knows light and dark`,
  async () => {
    const { chromium } = require('playwright-core') as typeof import('playwright-core');
    const browser: Browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] });
    try {
      for (const [count, colorScheme] of [
        [3, 'light'],
        [40, 'dark'],
        [200, 'light'],
        [500, 'dark'],
      ] as const) {
        const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme });
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        // What the policy of the page forbids is told here.
        page.on('console', (message) => asked.push(message.text()));
        await page.setContent(placeHtml([{ title: 'edge', report: reportOn(count) }]));
        expect(await page.title()).toBe('Where workloads run: edge');
        expect(await page.evaluate(misplaced)).toEqual([]);
        expect(asked).toEqual([]);
        const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const strokes = await page.evaluate(() =>
          [...document.querySelectorAll('rect.card')].map((card) => getComputedStyle(card).stroke),
        );
        expect(new Set(strokes)).toEqual(
          new Set(
            colorScheme === 'dark'
              ? ['rgb(121, 176, 255)', 'rgb(95, 211, 155)']
              : ['rgb(31, 111, 235)', 'rgb(24, 121, 78)'],
          ),
        );
        expect(background).toBe(colorScheme === 'dark' ? 'rgb(13, 17, 23)' : 'rgb(255, 255, 255)');
        expect(await page.getByRole('img', { name: /Where workloads of edge can run/ }).count()).toBe(1);
        await page.close();
      }
    } finally {
      await browser.close();
    }
  },
  120_000,
);

test('a name that is too long keeps the number of workloads that it stands for', () => {
  expect(fitted('shop/build-runner-0001 and 1401 alike', 150, 10)).toBe('shop/bui… and 1401 alike');
  expect(fitted('shop/a-name-that-is-far-too-long-0001', 150, 10)).toBe('shop/a-name-that-…g-0001');
});
