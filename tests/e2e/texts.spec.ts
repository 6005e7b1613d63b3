import type { Page } from '@playwright/test';
import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });

async function expectGood(page: Page) {
  await expectAccessible(page);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideways(page);
    if (process.env.SHOTS) {
      const name = new URL(page.url()).pathname.replaceAll('/', '_');
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true });
    }
  }
}

test('an admin writes a page by an outline, everybody reads it, and the foot of each page leads there', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText('Child protection');
  await expect(footerLink(page, 'Child protection')).toHaveCount(0);
  expect((await request.get('/pages/child-protection')).status()).toBe(404);

  await signIn(page, ADMIN.email);
  await page.goto('/admin/texts');
  await expectGood(page);
  await page.getByRole('link', { name: 'Write Child protection' }).click();
  await expectGood(page);
  await page.getByRole('button', { name: 'Begin with an outline' }).click();
  await expect(text(page)).toHaveValue(/^## Our promise/);
  await expect(page.getByText('Questions of the outline are still in the text')).toBeVisible();
  await expectGood(page);
  await page.getByRole('button', { name: 'Publish' }).click({ force: true });
  expect((await request.get('/pages/child-protection')).status()).toBe(404);
  await text(page).fill('## Our promise\n\nNo child is *ever* alone. <b onclick="alert(1)">x</b>');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published: everyone can read it now.')).toBeVisible();

  await footerLink(page, 'Child protection').click();
  await expect(page).toHaveURL('/pages/child-protection');
  await expect(page).toHaveTitle('Cadenza | Child protection');
  await expect(page.getByRole('heading', { name: 'Our promise' })).toBeVisible();
  await expect(page.locator('article b')).toHaveCount(0);
  await expectGood(page);
  const html = await (await request.get('/classes')).text();
  expect(html).toContain('href="/pages/child-protection"');
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/pages/child-protection</loc>');
});

test('what another admin saved meanwhile is shown, and what was typed is kept', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await callAs(page, 'PUT', '/texts/terms', { markdown: 'Be kind.', version: 0 });
  await page.goto('/admin/texts/terms');
  await text(page).fill('Be kind, always.');
  await callAs(page, 'PUT', '/texts/terms', { markdown: 'Be kind and be early.', version: 1 });
  await page.getByRole('button', { name: 'Publish' }).click();
  const notice = page.getByRole('region', { name: 'This page was changed while you were writing' });
  await expect(notice).toBeFocused();
  await expect(notice).toContainText('Be kind and be early.');
  await expect(text(page)).toHaveValue('Be kind, always.');
  await expectGood(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(notice).toHaveCount(0);
  await page.getByRole('link', { name: 'See the page' }).click();
  await expect(page).toHaveURL('/pages/terms');
  // The address changes before the page does.
  await expect(text(page)).toHaveCount(0);
  await expect(page.getByText('Be kind, always.')).toBeVisible();

  await page.goto('/admin/texts/terms');
  await text(page).fill('');
  await page.getByRole('button', { name: 'Take the page down' }).click();
  await expect(page.getByText('The page is taken down.')).toBeVisible();
  await expect(footerLink(page, 'Terms of use')).toHaveCount(0);
  await page.goto('/pages/terms');
  await expect(page).toHaveTitle('Cadenza | Not Found');
});

test('a text that is being written is not lost by a link', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/texts/cookies');
  await text(page).fill('None.');
  await page.getByRole('link', { name: 'All pages' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await expect(text(page)).toHaveValue('None.');
});

test('a text that is being written is kept on this device until it is published or its writer signs out', async ({
  page,
}) => {
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length);
  const restored = page.getByText('did not save');
  await signIn(page, ADMIN.email);
  await page.goto('/admin/texts/cookies');
  await text(page).fill('None at all.');
  await expect.poll(drafts).toBe(1);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(restored).toBeVisible();
  await expect(text(page)).toHaveValue('None at all.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published: everyone can read it now.')).toBeVisible();
  await expect(restored).toHaveCount(0);
  expect(await drafts()).toBe(0);

  await text(page).fill('');
  await page.getByRole('button', { name: 'Take the page down' }).click();
  await expect(page.getByText('The page is taken down.')).toBeVisible();
  await text(page).fill('Two.');
  await expect.poll(drafts).toBe(1);
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await drafts()).toBe(0);
});
