import { expect, test } from './fixtures.ts';

test('blogs stand in three columns; a card leads to /blog/{id}, where the article is', async ({ page }) => {
  await page.goto('/blogs');
  const columns = await page
    .locator('ul:has(> li > article)')
    .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
  expect(columns).toBe(3);
  await page.getByRole('link', { name: 'Stage Fright Is Energy Without a Job' }).click();
  await expect(page).toHaveURL(/\/blog\/[^/]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stage Fright Is Energy Without a Job');
  await expect(page.getByRole('heading', { name: 'What is really going on' })).toBeVisible();
  await expect(page.getByText('187 likes')).toBeVisible();
  await expect(page.getByText('Priya Ramanathan')).toBeVisible();
  await expect(page.getByText('No one is unmusical.')).toBeVisible();
});

test('the same post is at each of its addresses, which name one as the real one', async ({
  page,
  request,
}) => {
  const [newest, second] = await (await request.get('/api/blog')).json();
  for (const path of [`/blogs/blog/${second._id}`, `/blog/${second._id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.title);
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(new URL(canonical ?? '').pathname).toBe(`/blogs/blog/${second._id}`);
  }
  await page.goto('/blogs/blog');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(newest.title);
});

test('an unknown post is the not-found page with its status, also on a click', async ({ page }) => {
  const response = await page.goto('/blog/nobody-wrote-this');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('The page you are looking for could not be found.')).toBeVisible();
});

test('recent posts are other posts, and lead to them', async ({ page }) => {
  await page.goto('/blogs/blog');
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const recent = page.getByRole('region', { name: 'Recent Posts' }).getByRole('link');
  await expect(recent).toHaveCount(4);
  await expect(recent.filter({ hasText: title })).toHaveCount(0);
  const next = await recent.first().locator('span > span').first().textContent();
  await recent.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(next ?? '');
});

test('search and categories narrow the posts by the address', async ({ page }) => {
  await page.goto('/blogs/blog');
  await page.getByRole('searchbox', { name: 'Search the blog' }).fill('metronome');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/blogs?q=metronome');
  await expect(page.getByRole('link', { name: 'Making Peace With the Metronome' })).toBeVisible();
  const found = await page.getByRole('article').count();
  await expect(page.getByText(found === 1 ? '1 post found' : `${found} posts found`)).toBeVisible();

  for (const category of ['Class', 'Learning', 'Study', 'Subject', 'Timing']) {
    await expect(page.getByRole('link', { name: category, exact: true })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Timing', exact: true }).click();
  await expect(page).toHaveURL('/blogs?category=Timing&q=metronome');
  await page.goto('/blogs?q=bagpipes');
  await expect(page.getByText('No posts match your search.')).toBeVisible();
});

test.describe('without the share sheet of a phone', () => {
  test.use({ contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] } });

  test("Share copies the post's link and says so", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: undefined });
    });
    await page.goto('/blogs/blog');
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(canonical);
  });
});

test('Share hands the post to the share sheet where there is one', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (post: unknown) => Object.assign(window, { shared: post }),
    });
  });
  await page.goto('/blogs/blog');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sharedTitle = () =>
    page.evaluate(() => (window as unknown as { shared?: { title: string } }).shared?.title);
  await expect.poll(sharedTitle).toBe('Twenty Minutes That Count');
});
