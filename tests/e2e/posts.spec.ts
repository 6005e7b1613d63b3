import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ADMIN, DEMO_PASSWORD, INSTRUCTORS, STUDENT } from '#server/database/seed/people.ts';
import { answerAs, callAs, expectAccessible } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

const clara = INSTRUCTORS.clara;
const post = {
  title: 'Scales',
  blog_description: 'Why they matter.',
  blog: 'They *matter*.',
  image: '/art/blog-twenty-minutes-960.webp',
  category: 'Study',
  state: 'published',
  // Other journeys look at the newest posts.
  publishat: '2020-01-01T12:00:00.000Z',
};
const KEPT = 'did not save';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const text = (page: Page) => page.getByLabel('Text', { exact: true });
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const draftsOf = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length);

async function addPost(page: Page, fields: object): Promise<string> {
  return (await callAs(page, 'POST', '/blogs', { ...post, ...fields })).insertedId;
}

async function picture(name: string) {
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#5b2a6e' } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

test('a post is written with buttons, keys and pictures, seen as readers will see it, kept as a draft, scheduled and published', async ({
  page,
}) => {
  await signIn(page, clara.email);
  await page.goto('/instructor/posts');
  await page.getByRole('link', { name: 'Write a post' }).click();
  await expect(page).toHaveTitle('Cadenza | Write a post');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByText('Enter a title.')).toBeVisible();

  await page.getByLabel('Title').fill('Of Bows & <b>Strings</b>');
  await page.getByLabel('Summary').fill('What holds them "together" <i>& apart</i>');
  await text(page).fill('Rosin');
  await text(page).selectText();
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Control+z');
  await expect(text(page)).toHaveValue('Rosin');
  await text(page).selectText();
  await page.keyboard.press('Control+b');
  await page.keyboard.press('End');
  await page.keyboard.type('\n<script>document.title = "stolen"</script>');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a picture' }).click();
  await (await chooser).setFiles(await picture('bow.png'));
  await expect(page.getByText('Between its brackets')).toBeVisible();
  await page.keyboard.type('A bow');
  await expect(text(page)).toHaveValue(
    /^\*\*Rosin\*\*\n<script>.*\n\n!\[A bow]\(\/i\/[0-9a-f]{64}\.webp#640x480\)\n\n$/s,
  );
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('img', { name: 'A bow' })).toBeVisible();
  await expect(preview.locator('strong')).toHaveText('Rosin');
  await page.getByLabel('Picture', { exact: true }).setInputFiles(await picture('post.png'));
  await expect(page.getByRole('img', { name: 'Preview of the post’s picture' })).toBeVisible();
  await expectAccessible(page);
  const previewed = await preview.locator('.article').innerHTML();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL('/instructor/posts');
  await expect(row(page, 'Of Bows')).toContainText('Draft');
  await expectAccessible(page);
  expect(await draftsOf(page)).toBe(0);
  const { _id } = (await callAs<{ _id: string; title: string }[]>(page, 'GET', '/blogs/mine')).find(
    ({ title }) => title.startsWith('Of Bows'),
  ) ?? { _id: '' };
  expect((await page.request.get(`/blogs/blog/${_id}`)).status()).toBe(404);

  await page.getByRole('link', { name: 'Edit Of Bows' }).click();
  await page.getByRole('radio', { name: 'Publish later' }).check();
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Choose a day and a time.')).toBeVisible();
  await page.getByLabel('Day and time', { exact: true }).fill('2099-03-29T02:30');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(row(page, 'Of Bows')).toContainText('Scheduled29 Mar 2099, 02:30');
  expect((await page.request.get(`/blogs/blog/${_id}`)).status()).toBe(404);

  await page.getByRole('link', { name: 'Edit Of Bows' }).click();
  await page.getByRole('radio', { name: 'Publish now' }).check();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(row(page, 'Of Bows')).toContainText('Published');
  await page.getByRole('row').getByRole('link', { name: 'Of Bows & <b>Strings</b>', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Of Bows & <b>Strings</b>');
  await expect(page.getByText(clara.name).first()).toBeVisible();
  expect(await page.locator('article .article').innerHTML()).toBe(previewed);
  await expect(page).toHaveTitle('Cadenza | Of Bows & <b>Strings</b>');
  await callAs(page, 'DELETE', `/blogs/${_id}`);
});

test('what a post says is text wherever it stands: on its page, in lists, in the feed, for search engines and in shared links', async ({
  page,
}) => {
  const hostile = `"><script>alert('x')</script></title><img src=x onerror=alert(1)>]]>{{7*7}}`;
  await signIn(page, ADMIN.email);
  const id = await addPost(page, {
    publishat: null,
    title: hostile,
    blog_description: hostile,
    blog: `${hostile}\n\n[a](javascript:alert(1))`,
    image: `/art/blog-twenty-minutes-960.webp?"onerror=alert(1)`.replaceAll('"', '%22'),
  });
  let isRun = false;
  page.on('dialog', (dialog) => {
    isRun = true;
    void dialog.dismiss();
  });
  for (const path of [
    '/',
    '/blogs',
    `/blogs/blog/${id}`,
    `/blog/${id}`,
    '/admin/posts',
    `/admin/posts/${id}`,
  ]) {
    await page.goto(path);
    await expect(page.getByText('{{7*7}}').first()).toBeAttached();
  }
  for (const path of ['/', '/blogs', `/blogs/blog/${id}`, '/blogs.atom', '/sitemap.xml']) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).not.toContain('<script>alert');
    expect(html, path).not.toContain('<img src=x');
  }
  await page.goto(`/blogs/blog/${id}`);
  const ofPage = await page.evaluate(() => ({
    og: document.querySelector('meta[property="og:title"]')?.getAttribute('content'),
    json: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => JSON.parse(textContent ?? '').headline,
    ),
  }));
  expect(ofPage.og).toContain(hostile);
  expect(ofPage.json).toContain(hostile);
  const feed = await (await page.request.get('/blogs.atom')).text();
  const title = await page.evaluate(
    (xml) =>
      new DOMParser().parseFromString(xml, 'application/xml').querySelector('entry title')?.textContent,
    feed,
  );
  expect(title).toBe(hostile);
  expect(isRun).toBe(false);
  await callAs(page, 'DELETE', `/blogs/${id}`);
});

test('two who edit one post: the second is told what changed, loses nothing typed, and saves it then', async ({
  page,
  context,
}) => {
  await signIn(page, clara.email);
  const id = await addPost(page, { title: 'Etudes', state: 'draft' });
  const other = await context.newPage();
  for (const one of [page, other]) await one.goto(`/instructor/posts/${id}`);
  await other.getByLabel('Summary').fill('Changed by the other');
  await other.getByLabel('Title').fill('Etudes and more');
  await other.getByRole('button', { name: 'Save draft' }).click();
  await expect(row(other, 'Etudes and more')).toBeVisible();
  await text(page).fill('What I typed meanwhile');
  await page.getByLabel('Title').fill('My Etudes');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const meanwhile = page.getByRole('region', { name: 'This post was changed while you were editing' });
  await expect(meanwhile).toBeFocused();
  await expect(meanwhile.getByRole('listitem')).toHaveText(['Title', 'Summary']);
  await expect(text(page)).toHaveValue('What I typed meanwhile');
  await expect(page.getByLabel('Title')).toHaveValue('My Etudes');
  await expect(page.getByLabel('Summary')).toHaveValue('Changed by the other');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(row(page, 'My Etudes')).toBeVisible();
  const saved = await callAs<object>(page, 'GET', `/blogs/mine/${id}`);
  expect(saved).toMatchObject({ title: 'My Etudes', blog: 'What I typed meanwhile', version: 3 });
});

test('what is typed survives a closed page and a sign-in that ended; it is gone once it is saved, discarded, or its writer signs out', async ({
  page,
}) => {
  await signIn(page, clara.email);
  await page.goto('/instructor/posts/new');
  await page.getByLabel('Title').fill('Half a Thought');
  await expect.poll(() => draftsOf(page)).toBe(1);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(KEPT)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Half a Thought');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  expect(await draftsOf(page)).toBe(0);

  await page.getByLabel('Title').fill('A Whole Thought');
  await page.getByLabel('Summary').fill('Thought through.');
  await text(page).fill('To its end.');
  await page.getByLabel('Picture', { exact: true }).setInputFiles(await picture('post.png'));
  await expect(page.getByRole('img', { name: 'Preview of the post’s picture' })).toBeVisible();
  const { status } = await answerAs(page, 'DELETE', '/account/sessions/current');
  expect(status).toBe(200);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.waitForURL(/\/login/);
  await page.getByLabel('Email').fill(clara.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/instructor/posts/new');
  await expect(page.getByText(KEPT)).toBeVisible();
  await expect(text(page)).toHaveValue('To its end.');
  await expect(page.getByRole('img', { name: 'Preview of the post’s picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(row(page, 'A Whole Thought')).toContainText('Draft');
  expect(await draftsOf(page)).toBe(0);

  await page.getByRole('link', { name: 'Edit A Whole Thought' }).click();
  await text(page).fill('To another end.');
  await expect.poll(() => draftsOf(page)).toBe(1);
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await draftsOf(page)).toBe(0);
});

test('a post is liked by a tap that comes before the page’s scripts, once, and remembered; a visitor signs in first', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  const id = await addPost(page, { title: 'Much Liked' });
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/blogs/blog/${id}`);
  await page.getByRole('button', { name: 'Like 0' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByText('Sign in to like a post')).toBeVisible();

  await signIn(page, STUDENT.email);
  await page.goto(`/blogs/blog/${id}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Like 0' }).click();
  const liked = page.getByRole('button', { name: 'Like 1', pressed: true });
  await expect(liked).toBeVisible();
  await expect(page.getByText('1 like', { exact: true })).toBeVisible();
  await page.reload();
  await expect(liked).toBeVisible();
  await expectAccessible(page);
  await liked.click();
  await expect(page.getByRole('button', { name: 'Like 0', pressed: false })).toBeVisible();
  expect((await (await page.request.get(`/api/blog/${id}`)).json()).reactionscount).toBe(0);
});

test('a post is deleted after a question; its address is the not-found page', async ({ page }) => {
  await signIn(page, ADMIN.email);
  const id = await addPost(page, { title: 'Soon Gone' });
  await page.goto('/admin/posts');
  await expect(row(page, 'Soon Gone')).toContainText('Published');
  await page.getByRole('button', { name: 'Delete Soon Gone' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this post?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Delete Soon Gone' }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row(page, 'Soon Gone')).toHaveCount(0);
  expect((await page.goto(`/blogs/blog/${id}`))?.status()).toBe(404);
});
