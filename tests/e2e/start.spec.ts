import type { Page } from '@playwright/test';
import { classesNamed } from './areas.ts';
import { expect, signInByForm, test, use } from './fixtures.ts';

const STUDENT = 'student@cadenza.example';

const PAGES = [
  '/',
  '/instructorlist',
  '/classes',
  '/blogs',
  '/blogs/blog',
  '/ongoing',
  '/test',
  '/login',
  '/register',
  '/account/forgot',
  '/no/such/page',
];

/** The scripts that a page asks for from now on. */
function scriptsOf(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') urls.push(request.url());
  });
  return urls;
}

/** Holds the page's scripts back until the function that it gives is called. */
async function holdBack(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/**/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

for (const path of [...PAGES, '/classes/:id']) {
  test(`${path} loads no script until somebody uses it`, async ({ page, request }) => {
    const [first] = await (await request.get('/api/popularclasses')).json();
    const scripts = scriptsOf(page);
    await page.goto(path.replace(':id', first._id));
    await page.waitForLoadState('networkidle');
    expect(scripts).toEqual([]);
    await use(page);
    expect(scripts.length).toBeGreaterThan(0);
  });
}

for (const [sign, make] of [
  ['a touch', (page: Page) => page.touchscreen.tap(5, 400)],
  ['the mouse', (page: Page) => page.mouse.move(5, 400, { steps: 2 })],
  ['the wheel', (page: Page) => page.mouse.wheel(0, 200)],
  ['a key', (page: Page) => page.keyboard.press('Tab')],
  ['somebody who scrolls', (page: Page) => page.evaluate(() => scrollTo(0, 300))],
] as const) {
  test.describe(() => {
    test.use({ hasTouch: true });
    test(`${sign} starts the scripts of a page`, async ({ page }) => {
      const scripts = scriptsOf(page);
      await page.goto('/blogs/blog');
      await page.waitForLoadState('networkidle');
      expect(scripts).toEqual([]);
      await make(page);
      await expect.poll(() => scripts.length).toBeGreaterThan(0);
    });
  });
}

test.describe(() => {
  test.use({ hasTouch: true });
  test('a finger on a link fetches the page that it leads to, and no script', async ({ page }) => {
    await page.goto('/blogs/blog');
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const link = page.getByRole('banner').getByRole('link', { name: 'Classes' });
    await link.dispatchEvent('pointerdown');
    await link.dispatchEvent('touchstart');
    await link.focus();
    await expect.poll(() => asked).toEqual(['/classes']);
    await link.tap();
    await expect(page.getByRole('heading', { name: 'Classes List' })).toBeVisible();
    expect(asked.filter((path) => path.endsWith('.js'))).toEqual([]);
  });
});

test('the scripts of a page come once the mouse is on a link to it, and its data when it is opened', async ({
  page,
}) => {
  await page.goto('/');
  await use(page);
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const link = page.getByRole('banner').getByRole('link', { name: 'Instructors' });
  await link.hover();
  await expect.poll(() => asked.join()).toMatch(/\/assets\/[^/]+\/instructors-/);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
  const already = asked.length;
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Instructor List' })).toBeVisible();
  expect(asked.slice(already).filter((path) => /^\/assets\/[^/]+\/instructor/.test(path))).toEqual([]);
  expect(asked.slice(already)).toContain('/api/instructor/page');
});

test('a link that is only pointed at leaves the page alone, also where the scripts behind it do not come', async ({
  page,
}) => {
  await page.goto('/');
  await use(page);
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
  await page.route('**/assets/**/instructors-*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('banner').getByRole('link', { name: 'Instructors' }).hover();
  await failed;
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html')).toHaveAttribute('data-same', '');
});

test('what signs people in comes once somebody turns to the form', async ({ page }) => {
  const scripts = scriptsOf(page);
  await page.goto('/login');
  await use(page);
  await page.waitForLoadState('networkidle');
  const fetched = () => scripts.filter((url) => /\/assets\/[^/]+\/identity-(?!faults)/.test(url));
  expect(fetched()).toEqual([]);
  await page.getByLabel('Email').focus();
  await expect.poll(fetched).toHaveLength(1);
});

test('a button that is pressed before the scripts are there shows it, and answers once they are', async ({
  page,
}) => {
  const release = await holdBack(page);
  await page.goto(classesNamed('Guitar from Zero'));
  const select = page.getByRole('button', { name: 'Select Guitar from Zero' });
  await select.click();
  await expect(select).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL(/\/classes\?q=/);
  release();
  await expect(page.getByText('Login to select Class')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?from=%2Fstudent%2Fclass%2Fselect%2F/);
});

test('where the scripts do not come, a pressed button is let go and the page says what to do', async ({
  page,
}) => {
  await page.route('**/assets/**/*.js', (route) => route.abort());
  await page.goto(classesNamed('Guitar from Zero'));
  const select = page.getByRole('button', { name: 'Select Guitar from Zero' });
  await select.click();
  const failure = page.getByRole('alert').filter({ hasText: 'This page did not load completely' });
  await expect(failure).toBeVisible();
  await expect(select).not.toHaveAttribute('aria-busy');
  await select.click();
  await expect(select).not.toHaveAttribute('aria-busy');
  await page.unroute('**/assets/**/*.js');
  await failure.getByRole('link', { name: 'load it again' }).click();
  await expect(failure).toBeHidden();
  await select.click();
  await expect(page.getByText('Login to select Class')).toBeVisible();
});

test('a form that is sent before the scripts are there is sent once they are', async ({ page }) => {
  const release = await holdBack(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill(STUDENT);
  await page.getByLabel('Password', { exact: true }).fill('Practice!1');
  await page.keyboard.press('Enter');
  await expect(page.locator('form').getByRole('button', { name: 'Login' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  release();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible();
});

test('links, the menu and the filter do not wait for the scripts', async ({ page }) => {
  await holdBack(page);
  await page.setViewportSize({ width: 412, height: 823 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Classes' }).click();
  await expect(page).toHaveURL('/classes');
  await page.getByRole('searchbox').fill('violin');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/[?&]q=violin/);
  // Other journeys of this school may have added one.
  await expect(page.getByText(/^[1-9] class(es)? found$/)).toBeVisible();
});

test('a menu that is open when the scripts start stays open', async ({ page }) => {
  const release = await holdBack(page);
  await page.setViewportSize({ width: 412, height: 823 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  const used = use(page);
  release();
  await used;
  await expect(menu).toBeVisible();
});

test('who is signed in is shown without a touch, also where they sign in in another window', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/blogs');
  await signInByForm(page, STUDENT);
  await expect(other.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await page.goto('/classes');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible();
});

test('a page that starts by itself does not take a later fault for one of its start', async ({ page }) => {
  await signInByForm(page, STUDENT);
  await page.goto('/dashboard');
  await expect(page.locator('script[type^=held]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.mouse.move(40, 40);
  await page.mouse.move(80, 80);
  await page.evaluate(() => dispatchEvent(new Event('unhandledrejection')));
  await expect(page.getByText('This page did not load completely')).toHaveCount(0);
});

test('what was typed stays, and a picture that was chosen is uploaded', async ({ page }) => {
  const release = await holdBack(page);
  await page.goto('/register');
  await page.getByLabel('Name', { exact: true }).fill('Łucja Nguyễn');
  await page.getByLabel('Profile image').setInputFiles('public/icon-192.png');
  await page.getByRole('button', { name: 'Show password' }).first().click();
  release();
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Łucja Nguyễn');
  await expect(page.getByAltText('Preview of your profile')).toHaveAttribute('src', /\/i\/[0-9a-f]{64}/);
});

test('the picture of the first screen comes before any font, and the fonts come by themselves then', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(request.resourceType() === 'image' ? request.url() : request.resourceType());
  });
  let showPicture = () => {};
  const shown = new Promise<void>((resolve) => {
    showPicture = resolve;
  });
  await page.route('**/art/hero-*', async (route) => {
    await shown;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked).not.toContain('font');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-fonts', 'awaited');
  showPicture();
  await expect.poll(() => asked).toContain('font');
  await expect(root).not.toHaveAttribute('data-fonts');
  const isLoaded = () => document.fonts.check('1em "Inter Variable"');
  expect(await page.evaluate(isLoaded)).toBe(true);
});

test('a page whose fonts do not come stays readable', async ({ page }) => {
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto('/');
  await expect(page.locator('html')).not.toHaveAttribute('data-fonts');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

/** How a page brings the style sheet, whether or not its scripts have started. */
async function sheetsOf(page: Page) {
  const [inside, links] = [page.locator('head > style:not([id])'), page.locator('link[rel=stylesheet]')];
  return { inside: await inside.count(), linked: await links.count() };
}

test('the first page of a visit brings the style sheet, and the next links what the browser has by then', async ({
  page,
}) => {
  const fetched = page.waitForEvent('requestfinished', (request) => /\/app-.*\.css$/.test(request.url()));
  await page.goto('/');
  await fetched;
  expect(await sheetsOf(page)).toEqual({ inside: 1, linked: 0 });
  await page.evaluate(() => location.assign('/classes'));
  await page.waitForURL('/classes');
  expect(await sheetsOf(page)).toEqual({ inside: 0, linked: 1 });
  const weights = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.css'))
      .map((one) => one instanceof PerformanceResourceTiming && one.transferSize),
  );
  expect(new Set(weights)).toEqual(new Set([0]));
  await use(page);
  expect(await sheetsOf(page)).toEqual({ inside: 0, linked: 1 });
  await page.goto('/classes');
  await use(page);
  expect(await sheetsOf(page)).toEqual({ inside: 1, linked: 0 });
});
