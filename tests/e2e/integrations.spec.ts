import { ADMIN } from '#server/database/seed/people.ts';
import { openReceiver } from '#tests/support/receiver.ts';
import { expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, testAt } from './fixtures.ts';

/** A school that may call a program on this machine. */
const test = testAt({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/integrations');
});

test('a key is made, reads what was chosen, and is revoked', async ({ page, request }) => {
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog');
  await expect(page.getByRole('dialog', { name: 'New API key' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog).toContainText('Choose at least one thing that the key may do.');
  await dialog.getByLabel('Name').fill('Accounting');
  await dialog.getByRole('group', { name: 'What it may read' }).getByLabel('People').check();
  await dialog.getByRole('group', { name: 'What it may change' }).getByLabel('Families').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^cad_/);
  await page
    .getByRole('dialog', { name: 'Your new API key' })
    .getByRole('button', { name: 'I have saved it' })
    .click();

  const read = (path: string) => request.get(path, { headers: { authorization: `Bearer ${secret}` } });
  expect((await (await read('/api/v1/people')).json()).items.length).toBeGreaterThan(5);
  expect((await read('/api/v1/movements')).status()).toBe(403);
  const added = await request.post('/api/v1/families', {
    headers: { authorization: `Bearer ${secret}`, 'idempotency-key': 'one' },
    data: { name: 'Ada Quill', learners: [] },
  });
  expect(await added.text()).toContain('insertedId');
  expect(added.status()).toBe(200);
  await page.reload();
  const row = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: /Accounting/ });
  await expect(row).not.toContainText('Never');
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Revoke Accounting' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke Accounting?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(page.getByText('The school has no API keys yet.')).toBeVisible();
  expect((await read('/api/v1/people')).status()).toBe(401);
  await page.goto('/admin/log');
  await expect(page.getByText('Key “Accounting” for').first()).toBeVisible();
});

test('a webhook is added, its delivery shows in the log, and a message is sent again', async ({ page }) => {
  const receiver = await openReceiver();
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await expect(page.getByRole('dialog', { name: 'New webhook' })).toBeVisible();
  await dialog.getByLabel('Address').fill('http://office.example/told');
  await dialog.getByLabel('Enrolled').check();
  await dialog.getByRole('button', { name: 'Add the webhook' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Messages go only to public https addresses, without a port.',
  );
  await dialog.getByLabel('Address').fill(receiver.url);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add the webhook' }).click();
  await expect(dialog.locator('code')).toHaveText(/^whsec_/);
  await page
    .getByRole('dialog', { name: 'Your new webhook' })
    .getByRole('button', { name: 'I have saved it' })
    .click();

  await page.getByRole('button', { name: /^Send a test/ }).click();
  const messages = page.getByRole('table', { name: 'Messages' });
  await expect(messages.getByRole('row', { name: /Test/ })).toContainText('answer 204');
  expect(receiver.received).toHaveLength(1);
  await messages.getByRole('button', { name: /^Show Test/ }).click();
  await expect(page.getByRole('dialog', { name: 'Test' })).toContainText('"type": "test"');
  await page.keyboard.press('Escape');
  await messages.getByRole('button', { name: /^Resend Test/ }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  const [first, second] = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(second).toBe(first);

  await page.getByRole('button', { name: /^Send again 127/ }).click();
  const range = page.getByRole('dialog', { name: /^Send messages again: 127/ });
  await range.getByLabel('From').fill('2026-01-02T10:00');
  await range.getByLabel('To').fill('2026-01-01T10:00');
  await range.getByRole('button', { name: 'Send again' }).click();
  await expect(range).toContainText('The end must not be before the start.');
  await range.getByLabel('To').fill('2099-01-01T10:00');
  await expectAccessible(page);
  await range.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('One message is on its way again')).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(3);
  expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(first);
  await expectAccessible(page);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideways(page);
  }

  await page.getByRole('button', { name: /^Delete 127/ }).click();
  await page
    .getByRole('dialog', { name: /^Delete the webhook to 127.*\?$/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('The school has no webhooks yet.')).toBeVisible();
  await receiver.close();
});
