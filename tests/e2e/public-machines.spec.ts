import { type APIRequestContext, expect as check, type Page } from '@playwright/test';
import { expect, test, use } from './fixtures.ts';

const jsonLd = async (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text = '']) =>
    JSON.parse(text),
  );
const read = async (request: APIRequestContext, path: string) => {
  const response = await request.get(path);
  check(response.status()).toBe(200);
  return response.text();
};

test('every public page says what it is about to search engines and shared links', async ({
  request,
  school,
}) => {
  const [first] = await (await request.get('/api/popularclasses')).json();
  const own = `/classes/${first._id}`;
  for (const path of [
    '/',
    '/instructorlist',
    '/classes',
    own,
    '/timetable',
    '/blogs',
    '/blogs/blog',
    '/ask',
    '/ongoing',
  ]) {
    const html = await read(request, path);
    for (const wanted of [
      /<meta name="description" content="[^"]{50,}"/,
      new RegExp(`<link rel="canonical" href="${school.url}/`),
      /<meta property="og:title" content="[^"]+"/,
      new RegExp(`<meta property="og:image" content="${school.url}/[^"]+"`),
      /<meta name="twitter:card" content="summary_large_image"/,
    ]) {
      expect(html, path).toMatch(wanted);
    }
    const image = /og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    expect((await request.get(image)).headers()['content-type']).toMatch(/^image\//);
  }
});

test('structured data names the school, its courses with offers, and each post', async ({ request }) => {
  const [school] = await jsonLd(await read(request, '/'));
  expect(school).toMatchObject({ '@type': 'MusicSchool', name: 'Cadenza' });
  const [list] = await jsonLd(await read(request, '/classes?q=ukulele'));
  expect(list['@type']).toBe('ItemList');
  const { name, url } = list.itemListElement[0];
  expect(name).toBe('Ukulele Sunshine Club');
  expect((await jsonLd(await read(request, new URL(url).pathname)))[0]).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Course',
    '@id': url,
    name,
    offers: {
      '@type': 'Offer',
      price: 32,
      priceCurrency: 'USD',
      availability: 'https://schema.org/SoldOut',
      url,
    },
  });
  const [post] = await jsonLd(await read(request, '/blogs/blog'));
  expect(post).toMatchObject({ '@type': 'BlogPosting', headline: 'Twenty Minutes That Count' });
});

test('the sitemap lists every page, instructor and post in each language, robots.txt names it and closes the areas', async ({
  request,
  school,
}) => {
  const sitemap = await read(request, '/sitemap.xml');
  const posts = await (await request.get('/api/blog')).json();
  const instructors = await (await request.get('/api/instructor/all')).json();
  const classes = await (await request.get('/api/classes/all')).json();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url);
  const pages = 8 + classes.length + instructors.length + posts.length;
  expect(listed).toHaveLength(3 * pages);
  for (const code of ['de', 'fr'])
    expect(listed.filter((url) => new URL(url).pathname.split('/')[1] === code)).toHaveLength(pages);
  for (const url of listed) expect((await request.get(url)).status(), url).toBe(200);
  const robots = await read(request, '/robots.txt');
  expect(robots).toContain(`Sitemap: ${school.url}/sitemap.xml`);
  expect(robots).toContain('Disallow: /admin');
  // Google's calendar subscribes to nothing that is closed here.
  expect(robots).toContain('Allow: /api/calendar/\nAllow: /api/class/*/calendar.ics\n');
});

test('the blog has an Atom feed, and phones a manifest whose icons are there', async ({ request }) => {
  const feed = await request.get('/blogs.atom');
  expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect(await feed.text()).toContain('<title>Twenty Minutes That Count</title>');
  const manifest = await (await request.get('/site.webmanifest')).json();
  expect(manifest.name).toBe('Cadenza');
  const icons = manifest.icons.map(({ src }: { src: string }) => src);
  for (const src of [...icons, '/favicon.ico', '/apple-touch-icon.png']) {
    expect((await request.get(src)).status(), src).toBe(200);
  }
});

/** Bytes of the fonts that every page needs. */
const FONT_BUDGET = 45_000;

/** The fonts that a page fetches, by name, with their bytes. */
async function fontsOf(page: Page, path: string): Promise<Map<string, number>> {
  const fonts = new Map<string, number>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'font') return;
    const name = /assets\/([a-z]+-[a-z]+)-[^/]+\.woff2/.exec(response.url())?.[1] ?? response.url();
    fonts.set(name, Number(response.headers()['content-length']));
  });
  await page.goto(path);
  await expect.poll(() => fonts.size).toBe(2);
  await page.waitForLoadState('networkidle');
  return fonts;
}

test(`only the basic letters are fetched, at most ${FONT_BUDGET / 1000} kB of them`, async ({ page }) => {
  const fonts = await fontsOf(page, '/');
  expect([...fonts.keys()].toSorted()).toEqual(['fraunces-basic', 'inter-basic']);
  const bytes = [...fonts.values()].reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(FONT_BUDGET);
});

test('names in other letters have those letters of the same family', async ({ page }) => {
  await fontsOf(page, '/');
  const added = (text: string) =>
    page.evaluate(async (letters) => {
      const [face] = await document.fonts.load('400 16px "Inter Variable"', letters);
      return face?.status;
    }, text);
  for (const letters of ['Ýngvi', 'Łucja', 'Öztürk Gökçe', 'İpek', 'Nguyễn'])
    expect(await added(letters.replace(/[ -~]/g, '')), letters).toBe('loaded');
});

for (const path of ['/', '/classes', '/timetable', '/blogs/blog']) {
  test(`${path}, once it is used, takes its scripts as brotli, without anything of sign-in, cards or charts`, async ({
    page,
  }) => {
    const urls: string[] = [];
    const codings = new Set<string>();
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      urls.push(response.url());
      codings.add(response.headers()['content-encoding'] ?? 'small');
    });
    await page.goto(path);
    await use(page);
    await page.waitForLoadState('networkidle');
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.filter((url) => /identity|stripe|chart|uplot|zod|markdown/i.test(url))).toEqual([]);
    expect([...codings].filter((coding) => !['br', 'small'].includes(coding))).toEqual([]);
  });
}
