import { expect, signIn, test } from './fixtures.ts';

test('a person signs in with e-mail and password and gets the access token', async ({ page }) => {
  await signIn(page, 'student@cadenza.example');
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.evaluate(() => localStorage.getItem('access-token'))).toMatch(/^ey/);
});
