import type { Page } from '@playwright/test';
import type { School } from '#contract/school/calls.ts';
import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { test } from './own-school.ts';

const preview = (page: Page) => page.frameLocator('iframe[title="The home page as it will look"]');
const facts = (page: Page) => page.getByRole('region', { name: 'Events, quotes and numbers' });
const save = (page: Page) => page.locator('form').first().getByRole('button', { name: 'Save', exact: true });
const readSchool = (page: Page) => callAs<School>(page, 'GET', '/school');

test('an admin changes name, colours and an event, sees each beside the form before it is saved, and everybody sees it after', async ({
  page,
  browser,
  school,
}) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'School' }).click();
  await page.getByLabel('Name of the school').fill('Reed & Bow');
  await page.getByLabel('Forest').check();
  await page.getByLabel('Hours', { exact: true }).fill('Monday to Friday\n2 pm to 8 pm');
  await expect(preview(page).locator('footer')).toContainText('Reed & Bow');
  await expect(preview(page).locator('main')).toContainText('2 pm to 8 pm');
  await expect(preview(page).locator('html')).toHaveAttribute('style', /--color-primary: ?#23603f/);
  const visitor = await (await browser.newContext({ baseURL: school.url })).newPage();
  await visitor.goto('/');
  await expect(visitor).toHaveTitle('Cadenza | Homepage');

  await save(page).click();
  await expect(page.getByText('Everything above is saved.')).toBeVisible();
  // What is open here follows at once.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Reed & Bow' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-palette', 'own');

  await page.getByRole('button', { name: 'Edit Next Event' }).click();
  await facts(page).getByLabel('Title', { exact: true }).fill('Winter Concert');
  await expect(preview(page).locator('main')).toContainText('Winter Concert');
  await facts(page).getByRole('button', { name: 'Save' }).click();
  await expect(facts(page).getByRole('button', { name: 'Edit Winter Concert' })).toBeFocused();
  await facts(page).getByRole('button', { name: 'Move up: Winter Concert' }).click();
  await expect(facts(page).getByRole('listitem').first()).toContainText('Winter Concert');

  await visitor.goto('/');
  await expect(visitor).toHaveTitle('Reed & Bow | Homepage');
  await expect(visitor.locator('html')).toHaveAttribute('data-palette', 'own');
  const headings = await visitor.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(headings.indexOf('Winter Concert')).toBe(headings.indexOf('Art Classes') - 1);
  await expect(visitor.getByRole('region', { name: 'Contact' })).toContainText('2 pm to 8 pm');

  // An event that is over leaves the page by itself.
  await facts(page).getByRole('button', { name: 'Edit Winter Concert' }).click();
  await facts(page).getByLabel('Day').fill('2020-12-24');
  await facts(page).getByRole('button', { name: 'Save' }).click();
  await expect(facts(page)).toContainText('over, and no longer shown');
  await visitor.goto('/');
  await expect(visitor.getByRole('heading', { name: 'Winter Concert' })).toHaveCount(0);
  await visitor.context().close();
});

test('two admins at once: who comes second is told what changed, loses nothing and can save', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/school');
  await page.getByLabel('Town').fill('Harbour Point');
  const { version } = await readSchool(page);
  await callAs(page, 'PUT', '/school', { version, phone: '+1 555 0100' });
  await save(page).click();
  const said = page.getByRole('region', { name: 'The school was changed while you were editing' });
  await expect(said).toContainText('Phone: +1 555 0100');
  await expect(said).toBeFocused();
  await expect(page.getByLabel('Town')).toHaveValue('Harbour Point');
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0100');
  await save(page).click();
  await expect(said).toHaveCount(0);
  expect(await readSchool(page)).toMatchObject({ town: 'Harbour Point', phone: '+1 555 0100' });
});

test('what cannot be is said at its field, and what was typed is asked about before it is left', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/school');
  await page.getByLabel('Name of the school').fill('');
  await page.getByLabel('Custom colours').check();
  await page.getByLabel('Main colour').fill('#ffd0d0');
  await save(page).click();
  await expect(page.getByLabel('Name of the school')).toBeFocused();
  await expect(page.getByText('Enter the name of the school.')).toBeVisible();
  await expect(page.getByText('Choose a darker colour: this one cannot be read on the pages.')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(page).toHaveURL('/blogs');
});

test('axe finds nothing on it, and on a phone the page stands behind a tab', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/admin/school');
  await expect(page.getByLabel('Name of the school')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'As it will look' }).click();
  await expect(preview(page).locator('h1')).toBeVisible();
  await expectNoSideways(page);
});

/** Words of somebody who would take the page over. */
const HOSTILE = `"'><img src=x onerror=hit()></script><script>hit()</script>{{7*7}}`;

test('whatever is typed is text on every page and in what machines read', async ({ page, request }) => {
  await signIn(page, ADMIN.email);
  const { version, facts } = await readSchool(page);
  const h = (label: string, max = 110) => `${label} ${HOSTILE}`.slice(0, max);
  await callAs(page, 'PUT', '/school', {
    version,
    name: h('Name', 60),
    tagline: h('Tagline'),
    street: h('Street'),
    postcode: '"><b>1',
    town: h('Town'),
    country: h('Country'),
    hours: h('Hours'),
    email: 'a?subject=x&cc=b@school.example',
    welcome: { title: h('Title'), words: h('Words'), lines: [h('Line')] },
  });
  for (const { _id } of facts) await callAs(page, 'DELETE', `/school/facts/${_id}`);
  await callAs(page, 'POST', '/school/facts', {
    kind: 'event',
    title: h('Event'),
    words: `${h('Text')}\n${h('Where')}`,
    byline: h('Above'),
  });
  await callAs(page, 'POST', '/school/facts', {
    kind: 'voice',
    title: h('Who'),
    words: h('Said'),
    byline: h('By'),
  });
  await callAs(page, 'POST', '/school/facts', { kind: 'number', title: h('Label'), words: '7' });

  let hits = 0;
  await page.exposeFunction('hit', () => {
    hits++;
  });
  for (const path of ['/', '/classes', '/blogs/blog', '/login', '/nope', '/admin/school']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('footer'), path).toContainText(h('Tagline'));
    await expect(page.locator('img[src="x"]'), path).toHaveCount(0);
    expect(await page.title(), path).toContain(h('Name', 60));
  }
  await page.goto('/');
  for (const label of [
    'Title',
    'Words',
    'Line',
    'Event',
    'Text',
    'Where',
    'Above',
    'Who',
    'Said',
    'By',
    'Label',
    'Street',
    'Hours',
  ])
    await expect(page.getByRole('main'), label).toContainText(h(label));
  await expect(page.getByRole('region', { name: 'Contact' }).locator('a').last()).toHaveAttribute(
    'href',
    'mailto:a%3Fsubject%3Dx%26cc%3Db@school.example',
  );
  const json = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(json ?? '')).toMatchObject({ name: h('Name', 60), description: h('Tagline') });
  expect((await (await request.get('/site.webmanifest')).json()).name).toBe(h('Name', 60));
  const feed = await (await request.get('/blogs.atom')).text();
  expect(feed).toContain('&lt;img');
  expect(feed).not.toContain('<img');
  expect(hits).toBe(0);
});

test('an admin adds a level, calls a group otherwise, and classes and visitors follow', async ({
  page,
  browser,
  school,
}) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/school');
  const lists = page.getByRole('region', { name: 'Levels, groups and categories' });
  await lists.getByText('Levels', { exact: true }).click();
  await lists.getByRole('button', { name: 'Add a level' }).click();
  const german = lists.getByLabel('New entry (Deutsch)');
  await lists.getByLabel('New entry (English)').fill('Taster');
  await expect(german).toHaveCount(0);
  await lists.getByLabel('Taster (Deutsch)').fill('Schnupperkurs');
  for (let step = 0; step < 3; step++) await lists.getByRole('button', { name: 'Move up: Taster' }).click();
  await expect(lists).toContainText('Taster, Beginner, Intermediate, Advanced');
  await lists.getByText('Groups', { exact: true }).click();
  await expect(lists.getByLabel('Kids (English)')).toHaveAttribute('placeholder', 'Kids');
  await expect(lists.getByLabel('Kids (Deutsch)')).not.toHaveAttribute('placeholder');
  await lists.getByLabel('Teens (English)').fill('Youth');
  await expect(lists.getByLabel('Teens (Deutsch)')).toHaveAttribute('placeholder', 'Youth');
  await lists.getByLabel('To age, Teens').fill('20');
  await lists.getByRole('button', { name: 'Add a group' }).click();
  await save(page).click();
  await expect(lists.getByText('Enter a name.')).toBeVisible();
  await expect(lists.getByLabel('New entry (English)')).toBeFocused();
  await lists.getByRole('button', { name: 'Remove New entry' }).click();
  await expect(lists.getByRole('button', { name: 'Add a group' })).toBeFocused();
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideways(page);
    await expectAccessible(page);
    if (process.env.SHOTS) await lists.screenshot({ path: `${process.env.SHOTS}/lists-${width}.png` });
  }
  await expect(preview(page).locator('main')).toContainText('Youth');
  await save(page).click();
  await expect(page.getByText('Everything above is saved.')).toBeVisible();

  await page.goto('/admin/addclass');
  await page.getByLabel('Level').selectOption({ label: 'Taster' });
  await page.getByLabel('Group').selectOption({ label: 'Youth' });

  const visitor = await (await browser.newContext({ baseURL: school.url })).newPage();
  await visitor.goto('/de');
  await expect(visitor.getByRole('main')).toContainText('Schnupperkurs');
  await visitor.goto('/classes');
  await visitor.getByLabel('Group').selectOption({ label: 'Youth' });
  await expect(visitor).toHaveURL(/group=Teens/);
  await expect(visitor.locator('.class-card').first()).toContainText('Youth');
  await visitor.goto('/de/classes?level=Taster');
  await expect(visitor.getByLabel('Niveau', { exact: true })).toHaveValue('Taster');
  await visitor.context().close();
});
