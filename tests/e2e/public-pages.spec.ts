import { expect, signIn, signInByForm, test, use } from './fixtures.ts';

const PAGES = [
  ['/', 'Cadenza | Homepage', 'Music is learnt by playing it'],
  ['/instructorlist', 'Cadenza | Instructors', 'Instructor List'],
  ['/classes', 'Cadenza | Classes', 'Classes List'],
  ['/blogs', 'Cadenza | Blogs', 'Our Featured Blogs'],
  ['/blogs/blog', 'Cadenza | Twenty Minutes That Count', 'Twenty Minutes That Count'],
  ['/ongoing', 'Cadenza | Elections', 'Elections'],
  ['/test', 'Cadenza | Accounting', 'Get 6 months free'],
] as const;

for (const [path, title, heading] of PAGES) {
  test(`${path} has its title and heading, with a clean console under the content security policy`, async ({
    page,
  }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await page.waitForLoadState('networkidle');
    expect(complaints).toEqual([]);
  });
}

test('a page that is not there answers 404 with its words and the way home', async ({ page }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('The page you are looking for could not be found.')).toBeVisible();
  await expect(page).toHaveTitle('Cadenza | Not Found');
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page shows its content, and the footer', async ({ page }) => {
    for (const [path, , heading] of PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('contentinfo')).toContainText('Copyright ©');
    }
  });

  test('the counters show what they would count to', async ({ page }) => {
    await page.goto('/');
    for (const target of ['732', '53', '31', '23']) {
      await expect(page.getByText(target, { exact: true })).toBeVisible();
    }
  });

  test('a visitor finds the ways in, and on a phone the menu opens', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Sign in' }),
    ).toBeVisible();
  });
});

test('the header links to every page, and to the dashboard of the signed-in account', async ({ page }) => {
  await page.goto('/');
  const header = page.locator('header').first();
  for (const [name, path] of [
    ['Instructors', '/instructorlist'],
    ['Classes', '/classes'],
    ['Timetable', '/timetable'],
    ['Blogs', '/blogs'],
    ['Home', '/'],
  ] as const) {
    await header.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
  await expect(header.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  await expect(header.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register');

  await signInByForm(page, 'clara@cadenza.example');
  await expect(header.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/instructor');
  await expect(header.locator('[data-tip="Clara Winterbourne"]').first()).toBeVisible();
  await expect(header.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
});

test('/dashboard leads a signed-in person to their area and asks everybody else to sign in', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login?from=%2Fdashboard');
  await signIn(page, 'admin@cadenza.example');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/admin');
});

test('the footer has three columns, whose entries are links where they have a page, and a copyright line', async ({
  page,
}) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  for (const name of ['Services', 'Legal', 'Company']) {
    await expect(footer.getByRole('heading', { name })).toBeVisible();
  }
  // The demo has written one of the school's texts.
  await expect(footer.getByRole('link')).toHaveText([
    'Group classes',
    'Private lessons',
    'Absence, illness, holidays',
    'Our teachers',
    'Contact',
    'English',
    'Deutsch',
    'Français',
  ]);
  for (const inert of ['Concerts', 'Terms of use', 'Jobs'])
    await expect(footer.getByText(inert)).toBeVisible();
  await footer.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask the school');
  await expect(footer).toContainText(`Copyright © ${new Date().getUTCFullYear()} Cadenza`);
});

test('elections come from the static file, each with a button that does nothing', async ({
  page,
  request,
}) => {
  const elections = await (await request.get('/elections.json')).json();
  await page.goto('/ongoing');
  await expect(page.getByRole('article')).toHaveCount(elections.length);
  const first = page.getByRole('article').first();
  await expect(first).toContainText(elections[0].title);
  await expect(first).toContainText(elections[0].type);
  await expect(first).toContainText(elections[0].currentStatus);
  await first.getByRole('button', { name: 'View Details' }).click();
  await expect(page).toHaveURL('/ongoing');
});

test('a list that is still loading shows the spinner, and one that fails a sentence and Retry', async ({
  page,
}) => {
  await page.goto('/');
  await use(page);
  let answer: 'late' | 'fail' | 'well' = 'late';
  await page.route('**/api/instructor/page*', async (route) => {
    if (answer === 'late') await new Promise((resolve) => setTimeout(resolve, 1500));
    return answer === 'fail' ? route.abort() : route.continue();
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Instructors' }).click();
  await expect(page.getByText('Loading')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Instructor List' })).toBeVisible();

  await page.goto('/');
  await use(page);
  answer = 'fail';
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Instructors' }).click();
  await expect(page.getByText('The school cannot be reached.')).toBeVisible();
  answer = 'well';
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Instructor List' })).toBeVisible();
});

test('instructors are shown with their portraits, four on the home page', async ({ page, request }) => {
  const instructors = await (await request.get('/api/instructor/all')).json();
  await page.goto('/instructorlist');
  await expect(page.getByRole('article')).toHaveCount(instructors.length);
  await expect(page.getByAltText(`Portrait of ${instructors[0].name}`)).toBeVisible();
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Popular Instructors' });
  await expect(section.getByRole('article')).toHaveCount(4);
});
