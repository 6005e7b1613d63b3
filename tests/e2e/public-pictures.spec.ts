import { expect, test } from './fixtures.ts';

/**
 * Widths in device pixels that fit what a phone of 412 px shows: a scene over its whole width, a card within
 * the page's margins.
 */
const PHONES = [
  { deviceScaleFactor: 1.75, scene: 736, card: 720 },
  { deviceScaleFactor: 2.625, scene: 1088, card: 960 },
];

for (const { deviceScaleFactor, scene, card } of PHONES) {
  test(`a phone with ${deviceScaleFactor} device pixels a pixel takes pictures that fit, and keeps them`, async ({
    browser,
    school,
  }) => {
    const context = await browser.newContext({
      baseURL: school.url,
      viewport: { width: 412, height: 823 },
      deviceScaleFactor,
      isMobile: true,
    });
    const page = await context.newPage();
    for (const [path, width] of [
      ['/', scene],
      ['/classes', card],
      ['/blogs/blog', card],
    ] as const) {
      await page.goto(path);
      const picture = page.locator('main img[src^="/art/"]').first();
      // The browser chooses it once it knows how wide the picture stands.
      await expect(picture, path).toHaveJSProperty('complete', true);
      const taken = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
      expect(taken, path).toMatch(new RegExp(`-${width}\\.webp\\?v=`));
      const answer = await page.request.get(taken);
      expect(answer.headers()['cache-control'], path).toContain('immutable');
    }
    await context.close();
  });
}
