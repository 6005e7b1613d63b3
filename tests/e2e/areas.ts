import { STATUS_CODES } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import type { ListedClass } from '#contract/classes/calls.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { violationsOf } from './axe.ts';
import { expect, signUp } from './fixtures.ts';

/** Fails when axe finds what shuts people out of the page as it stands. */
export async function expectAccessible(page: Page) {
  expect(await violationsOf(page)).toEqual([]);
}

/** Fails when the page is wider than the screen. */
export async function expectNoSideways(page: Page) {
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(beyond).toBeLessThanOrEqual(0);
}

/** Fails unless a field is called faulty, says why, and has the focus. */
export async function expectFaultAt(field: Locator, fault: string) {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const described = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const sentences = described.map((id) => field.page().locator(`[id="${id}"]`).textContent());
  expect(await Promise.all(sentences)).toContain(fault);
  await expect(field).toBeFocused();
}

/** Makes a call as the person who is signed in on the page, past its screens. */
export function answerAs<T>(page: Page, method: string, path: string, body?: object) {
  return page.evaluate(
    async ({ method, path, body }) => {
      const answer = await fetch(`/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${localStorage.getItem('access-token')}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body && JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as T };
    },
    { method, path, body },
  );
}

/** The same where the answer alone matters. Throws what a refusal says. */
export async function callAs<T = { insertedId: string }>(
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await answerAs<T>(page, method, path, body);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}

/** Adds a pending class of the instructor who is signed in on the page; gives its id. */
export async function addPendingClass(page: Page, classname: string): Promise<string> {
  const form = { classname, image: '/art/class-first-piano-960.webp', price: '45', availableseat: 7 };
  return (await callAs(page, 'POST', '/addclass', form)).insertedId;
}

/** Whether a class takes a student of any age, and now: other journeys add some that do not. */
export const isForAnyone = ({ agefrom, ageto, opensat }: Partial<ListedClass>) =>
  agefrom === undefined && ageto === undefined && opensat === undefined;

/** A refusal in the form in which the server gives it. */
export const refusal = (status: number, code: ErrorCode, detail: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail,
    code,
    requestId: crypto.randomUUID(),
  }),
});

/** An answer as a server gives it that has just broken. */
export const BROKEN = refusal(500, 'internal', 'Something went wrong on our side. Try again in a moment.');

export const newAddress = () => `person-${crypto.randomUUID()}@cadenza.example`;

/**
 * Registers somebody whom no other journey knows, in the browser of `page`, and signs them in; gives the
 * address.
 */
export async function registerPerson(page: Page, name = 'Paula Person'): Promise<string> {
  const email = newAddress();
  await signUp(page, { email, password: DEMO_PASSWORD, name });
  return email;
}

/** The same on the registration page, as a person would. */
export async function registerByForm(page: Page, name = 'Paula Person'): Promise<string> {
  const email = newAddress();
  await page.goto('/register');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(DEMO_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Register' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  return email;
}

/**
 * The list where a class is found by its name: other journeys add classes, which push older ones off its
 * first page.
 */
export const classesNamed = (name: string) => `/classes?q=${encodeURIComponent(name)}`;
