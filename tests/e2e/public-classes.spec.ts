import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { callAs, classesNamed, expectAccessible, registerPerson } from './areas.ts';
import { expect, goBack, signIn, test } from './fixtures.ts';

const cards = (page: Page) => page.getByRole('region', { name: 'Classes', exact: true }).getByRole('article');
const card = (page: Page, name: string) => cards(page).filter({ has: page.getByRole('heading', { name }) });
const select = (page: Page, name: string) => card(page, name).getByRole('button', { name: 'Select' });
const toast = (page: Page, message: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(message);

const countClasses = async (page: Page): Promise<number> =>
  (await (await page.request.get('/api/classes/all')).json()).length;

test('classes stand in four columns, and how many were found is said', async ({ page }) => {
  await page.goto('/classes');
  expect(await cards(page).count()).toBeGreaterThan(20);
  // Other journeys add classes, and what is beyond a page is found too.
  await expect(page.getByText(`${await countClasses(page)} classes found`)).toBeVisible();
  const columns = await page
    .locator('ul:has(> li > article)')
    .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
  expect(columns).toBe(4);
});

test('a search that finds none, or only sold-out classes, shows what comes nearest', async ({ page }) => {
  await page.goto('/classes?q=ukulele');
  await expect(page.getByText('1 class found, sold out')).toBeVisible();
  const near = page.getByRole('region', { name: /with free places/ });
  // Without the word there are so many that a few are shown and all are led to.
  await expect(near).toHaveAccessibleName(/^\d+ others with free places, for any search word$/);
  await expect(near.getByRole('article')).toHaveCount(4);
  await page.goto('/classes?q=guitar&age=15&weekday=7');
  await expect(page.getByText('No classes match your search.')).toBeVisible();
  await expect(near).toHaveAccessibleName(/free places, on any day$/);
  await expect(near.getByRole('heading', { name: 'Guitar from Zero' })).toBeVisible();
  await expectAccessible(page);
});

test('the list is narrowed to an age and to hours, by a child of the family in one tap', async ({ page }) => {
  await registerPerson(page);
  const born = `${new Date().getUTCFullYear() - 8}-01-01`;
  await callAs(page, 'POST', '/learners', { firstname: 'Łucja', lastname: 'Nowak', born });
  await page.goto('/classes?weekday=1');
  await page.getByRole('link', { name: 'For Łucja, 8' }).click();
  await expect(page).toHaveURL('/classes?age=8&weekday=1');
  await expect(page.getByLabel('Age', { exact: true })).toHaveValue('8');
  await expect(page.getByRole('link', { name: 'For Łucja, 8' })).toHaveAttribute('aria-current', 'true');
  await expect(card(page, 'First Steps at the Piano')).toBeVisible();
  await expect(card(page, 'Find Your Voice')).toHaveCount(0);
  await page.getByLabel('Over by').selectOption('16:00');
  await expect(page).toHaveURL(/age=8&weekday=1&until=16%3A00/);
  // It ends at ten past four.
  await expect(card(page, 'First Steps at the Piano')).toHaveCount(0);
});

test('without scripts the form narrows the list to an age and to hours too', async ({ browser, school }) => {
  const context = await browser.newContext({ baseURL: school.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/classes');
  await page.getByLabel('Age', { exact: true }).fill('8');
  await page.getByLabel('Begins from').selectOption('16:00');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(card(page, 'Young Voices Choir')).toBeVisible();
  await expect(card(page, 'First Steps at the Piano')).toHaveCount(0);
  await context.close();
});

test('few seats are red, more are green, and a class without seats is highlighted and cannot be selected', async ({
  page,
}) => {
  // Other journeys add classes, so each is looked for by its name.
  const find = (name: string) => page.goto(classesNamed(name));
  const seatsColour = async (name: string) => {
    await find(name);
    return card(page, name)
      .getByText(/places? left/)
      .evaluate((text) => getComputedStyle(text).color);
  };
  const red = await seatsColour('Fingerstyle Guitar');
  const green = await seatsColour('Guitar from Zero');
  expect(red).not.toBe(green);
  expect(await seatsColour('Drum Kit Foundations')).toBe(green);
  expect(await seatsColour('Ukulele Sunshine Club')).toBe(red);

  const ground = (name: string) =>
    card(page, name).evaluate((article) => getComputedStyle(article).backgroundColor);
  await expect(select(page, 'Ukulele Sunshine Club')).toBeDisabled();
  const full = await ground('Ukulele Sunshine Club');
  await find('Guitar from Zero');
  await expect(select(page, 'Guitar from Zero')).toBeEnabled();
  expect(await ground('Guitar from Zero')).not.toBe(full);
});

test('a card leads to its class by its name and by its picture, with one stop for the keyboard', async ({
  page,
}) => {
  await page.goto(classesNamed('Guitar from Zero'));
  const found = card(page, 'Guitar from Zero');
  const link = found.getByRole('link');
  await expect(link).toHaveText('Guitar from Zero');
  const href = (await link.getAttribute('href')) ?? '';
  await found.locator('img').scrollIntoViewIfNeeded();
  const box = await found.locator('img').boundingBox();
  if (!box) throw new Error('The picture is not shown.');
  for (const [x, y] of [
    [0.1, 0.1],
    [0.5, 0.5],
    [0.9, 0.95],
  ] as const) {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
    await expect(found.locator('a:hover')).toHaveAttribute('href', href);
  }
  await page.mouse.move(box.x + box.width / 2, box.y + box.height + 8);
  await expect(found.locator('a:hover')).toHaveCount(0);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page).toHaveURL(href);
});

test('a list says once how its cards look, and marks no link for the router', async ({ request }) => {
  const html = await (await request.get('/classes')).text();
  const cards = [...html.matchAll(/<li><article.*?<\/article><\/li>/gs)].map(([text]) => text);
  expect(cards.length).toBeGreaterThan(20);
  const withoutWords = cards.map((text) => text.replaceAll(/<summary>.*?<\/details>/gs, ''));
  expect(withoutWords.join('').length / cards.length).toBeLessThan(1100);
  expect(html).not.toContain('data-discover');
  expect(html).not.toContain('nonce');
});

test('the filter narrows and orders, lives in the address, and survives going back', async ({ page }) => {
  await page.goto('/classes');
  const all = await cards(page).count();
  await page.getByLabel('Level').selectOption('Advanced');
  await expect(page).toHaveURL(/level=Advanced/);
  await expect.poll(() => cards(page).count()).toBeLessThan(all);
  for (const text of await cards(page).allInnerTexts()) expect(text).toContain('Advanced');

  await page.goto('/classes?group=Kids&open=1&sort=price');
  await expect(page.getByLabel('Group')).toHaveValue('Kids');
  await expect(page.getByLabel('Only classes with free places')).toBeChecked();
  const prices = (await cards(page).allInnerTexts()).map((text) => Number(/\$([\d.]+)/.exec(text)?.[1]));
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  await expect(card(page, 'Ukulele Sunshine Club')).toHaveCount(0);

  await page.getByRole('searchbox').fill('violin');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('1 class found')).toBeVisible();
  await page.getByRole('link', { name: 'Clear all filters' }).click();
  await expect(page.getByText(`${await countClasses(page)} classes found`)).toBeVisible();
  await goBack(page);
  await expect(page.getByRole('searchbox')).toHaveValue('violin');
});

test('words are looked for while they are typed, and Back undoes one step of the filter', async ({
  page,
}) => {
  await page.goto('/classes');
  const words = page.getByRole('searchbox');
  const found = page.getByText(/classes found$/);
  const all = await found.textContent();
  await page.getByLabel('Group').selectOption('Kids');
  await expect(page).toHaveURL('/classes?group=Kids&sort=newest');
  await expect(found).not.toHaveText(all ?? '');
  const kids = await found.textContent();
  await words.pressSequentially('vio', { delay: 40 });
  await expect(page).toHaveURL(/q=vio&/);
  await words.pressSequentially('lin', { delay: 40 });
  await expect(page).toHaveURL(/q=violin&/);
  await expect(words).toBeFocused();
  await expect(words).toHaveValue('violin');
  await page.getByLabel('Level').selectOption('Beginner');
  await expect(page).toHaveURL(/q=violin&level=Beginner/);

  await goBack(page);
  await expect(page.getByLabel('Level')).toHaveValue('');
  await expect(words).toHaveValue('violin');
  await goBack(page);
  await expect(page).toHaveURL('/classes?group=Kids&sort=newest');
  await expect(words).toHaveValue('');
  await expect(found).toHaveText(kids ?? '');
  await goBack(page);
  await expect(page).toHaveURL('/classes');
  await expect(page.getByLabel('Group')).toHaveValue('');
});

for (const width of [768, 1280]) {
  test(`at ${width} px the cards of a row stand in line, full ones too`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    // The most popular stay on the first page, whatever other journeys add.
    await page.goto('/classes?sort=popularity');
    await expect(select(page, 'Guitar from Zero')).toBeEnabled();
    const rows = await cards(page).evaluateAll((all) => {
      const lines = new Map<number, string[]>();
      for (const one of all) {
        const top = Math.round(one.getBoundingClientRect().top);
        const [seats] = [...one.querySelectorAll('span')].filter(({ textContent }) =>
          /places? left/.test(textContent),
        );
        const button = one.querySelector('button, a.btn');
        const at = [seats, button]
          .map((part) => Math.round(part?.getBoundingClientRect().top ?? 0))
          .join(' ');
        lines.set(top, [...(lines.get(top) ?? []), at]);
      }
      return [...lines.values()].map((line) => new Set(line).size);
    });
    expect(rows.length).toBeGreaterThan(3);
    expect(new Set(rows)).toEqual(new Set([1]));
  });
}

test('words that fit no class are answered in a sentence', async ({ page }) => {
  await page.goto('/classes?q=theorbo');
  await expect(page.getByText('No classes match your search.')).toBeVisible();
  await expect(page.getByText('0 classes found')).toBeVisible();
});

test('a filter that makes no sense counts as none', async ({ page }) => {
  const response = await page.goto('/classes?level=Expert&sort=magic&open=perhaps');
  expect(response?.status()).toBe(200);
  expect(await cards(page).count()).toBeGreaterThan(20);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the filter is a plain form', async ({ page }) => {
    await page.goto('/classes');
    await page.getByRole('searchbox').fill('piano');
    await page.getByLabel('Level').selectOption('Beginner');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/q=piano&level=Beginner/);
    await expect(page.getByText(/^[1-9] classes found$/)).toBeVisible();
    for (const text of await cards(page).allInnerTexts()) expect(text).toContain('Beginner');
  });
});

test('a visitor who selects is told to log in, and goes on with that class', async ({ page, browser }) => {
  // Of the demo's students other journeys make instructors.
  const student = await browser.newPage();
  const email = await registerPerson(student);
  await student.close();
  await page.goto('/classes?group=Teens');
  await select(page, 'Guitar from Zero').click();
  await expect(toast(page, 'Login to select Class')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/student\/class\/select\/[^/?]+$/);
  await expect(page.getByRole('heading', { name: 'Who is it for?' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Guitar from Zero' })).toBeVisible();
});

test('what a student selects stays selected, leads on and is counted in the header', async ({ page }) => {
  await registerPerson(page);
  const name = 'Piano for Grown-Up Beginners';
  await page.goto(classesNamed(name));
  const counted = page.getByRole('banner').getByRole('link', { name: 'selected' });
  const before = Number.parseInt((await counted.textContent({ timeout: 1000 }).catch(() => '0')) ?? '0', 10);
  await select(page, name).click();
  await expect(toast(page, "You've Selected Class")).toBeVisible();
  const selected = card(page, name).getByRole('link', { name: /^Selected/ });
  await expect(selected).toBeFocused();
  await expect(counted).toHaveText(`${before + 1} selected`);

  await page.reload();
  await expect(selected).toBeVisible();
  await page.goto('/');
  await expect(counted).toHaveText(`${before + 1} selected`);
  await page.goto(classesNamed(name));
  await selected.click();
  await expect(page).toHaveURL('/student/class/selected');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(page.getByText('Deleted Data Success')).toBeVisible();
  await page.goto(classesNamed(name));
  await expect(select(page, name)).toBeEnabled();
});

test('a class that was selected in another window says so, and the card follows', async ({
  page,
  context,
}) => {
  await signIn(page, 'yuki@cadenza.example');
  const name = 'Fingerstyle Guitar';
  await page.goto(classesNamed(name));
  await expect(select(page, name)).toBeEnabled();
  const other = await context.newPage();
  await other.goto(classesNamed(name));
  await select(other, name).click();
  await expect(toast(other, "You've Selected Class")).toBeVisible();
  await select(page, name).click();
  await expect(toast(page, 'User Already Select this class')).toBeVisible();
  await expect(card(page, name).getByRole('link', { name: /^Selected/ })).toBeVisible();
});

test('a place in a waiting list shows on the card', async ({ page }) => {
  await signIn(page, 'marcus@cadenza.example');
  const name = 'Ukulele Sunshine Club';
  await page.goto(classesNamed(name));
  await card(page, name).getByRole('button', { name: 'Join waiting list' }).click();
  // A class for children: it is asked for whom it is.
  const dialog = page.getByRole('dialog', { name: 'Who is it for?' });
  await dialog.getByRole('checkbox', { name: /You/ }).click();
  await dialog.getByRole('button', { name: 'Join waiting list' }).click();
  const waiting = card(page, name).getByRole('link', { name: /^You: Waiting/ });
  await expect(waiting).toBeFocused();
  await waiting.click();
  await page.getByRole('button', { name: `Leave ${name}` }).click();
  await expect(page.getByText('You have left the waiting list.')).toBeVisible();
});

test('a message stands top right for five seconds', async ({ page }) => {
  await page.clock.install();
  await page.goto(classesNamed('Guitar from Zero'));
  await expect(select(page, 'Guitar from Zero')).toBeEnabled();
  await page.clock.pauseAt(Date.now() + 60_000);
  await select(page, 'Guitar from Zero').click();
  const message = toast(page, 'Login to select Class');
  await expect(message).toBeVisible();
  const box = await message.boundingBox();
  expect(box && box.x > 640 && box.y < 200).toBe(true);
  await page.clock.runFor(4999);
  await expect(message).toBeVisible();
  await page.clock.runFor(1);
  await expect(message).toHaveCount(0);
});

for (const [role, email] of [
  ['an admin', 'admin@cadenza.example'],
  ['an instructor', 'clara@cadenza.example'],
] as const) {
  test(`${role} cannot select, and sees the public list`, async ({ page }) => {
    await signIn(page, email);
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Classes' }).click();
    await expect(page.getByRole('heading', { name: 'Classes List' })).toBeVisible();
    await page.getByRole('searchbox').fill('Guitar from Zero');
    await expect(page.getByText('1 class found')).toBeVisible();
    await expect(select(page, 'Guitar from Zero')).toBeDisabled();
    // Pending, so not public.
    await page.getByRole('searchbox').fill('Four Hands, One Piano');
    await expect(page.getByText('No classes match your search.')).toBeVisible();
    await expect(card(page, 'Four Hands, One Piano')).toHaveCount(0);
  });
}

test('what was chosen before the page’s scripts came counts', async ({ page }) => {
  let letScriptsIn = () => {};
  const chosen = new Promise<void>((resolve) => {
    letScriptsIn = resolve;
  });
  await page.route('**/assets/**/*.js', async (route) => {
    await chosen;
    await route.continue();
  });
  await page.goto('/classes', { waitUntil: 'commit' });
  await page.getByLabel('Level').selectOption('Advanced');
  await page.getByLabel('Only classes with free places').check();
  letScriptsIn();
  await expect(page).toHaveURL(/level=Advanced&.*open=1/, { timeout: 30_000 });
  for (const text of await cards(page).allInnerTexts()) expect(text).toContain('Advanced');
  await expect(page.getByLabel('Level')).toHaveValue('Advanced');
});

test('on the card of a full class no button lies on the price', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/classes');
  const full = page.locator('.class-card[data-full]').first();
  await expect(full.getByRole('button', { name: /^Join waiting list/ })).toBeVisible();
  const apart = await full.evaluate((card) => {
    const price = card.querySelector('strong')?.parentElement?.getBoundingClientRect();
    const buttons = [...card.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
    return buttons.every(({ left, top }) => price && (left >= price.right || top >= price.bottom));
  });
  expect(apart).toBe(true);
});
