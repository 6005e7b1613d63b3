import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';

/** Signs in on the login page of a demo school as a person would, and waits until it leads on. */
export async function signIn(page: Page, school: string, email: string): Promise<void> {
  await page.goto(`${school}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((at) => at.pathname !== '/login');
}
