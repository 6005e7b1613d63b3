import { readFile } from 'node:fs/promises';
import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, signUp, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const SIZES = [
  [360, 740],
  [768, 1024],
  [1280, 800],
] as const;

test('a family saves its statement as PDF, and is told what stays owed before it deletes the account', async ({
  page,
}) => {
  const shoot = async (name: string) => {
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}-${name}.png`, fullPage: true });
  };
  const email = `statement-${crypto.randomUUID()}@test.example`;
  await signUp(page, { email, password: 'Family-1!', name: 'Robin Lee' });
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, ADMIN.email);
  type Found = { items: { userid: string }[] };
  const { items } = await callAs<Found>(page, 'GET', `/families/search?q=${encodeURIComponent(email)}`);
  const userid = items[0]?.userid;
  const charge = (label: string, amount: number) =>
    callAs<{ insertedId: string }>(page, 'POST', '/charges', {
      ...{ userid, kind: 'fee', label, amount, day: '2026-09-01', key: crypto.randomUUID() },
    });
  const { insertedId } = await charge('Exam in March', 25);
  await callAs(page, 'POST', '/invoices', { userid, chargeids: [insertedId] });
  await charge('Strings', 12.5);
  const save = async () => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save statement as PDF' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('statement.pdf');
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
  };
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.goto(`/admin/families/${userid}`);
    await expect(page.getByRole('button', { name: 'Save statement as PDF' })).toBeVisible();
    await expectNoSideways(page);
    await shoot(`office-${width}`);
  }
  await save();
  if (process.env.SHOTS) {
    // An account is gone after seven days only; what the list then says is shown by what the call would answer.
    const of = (day: string, balance: number) => ({
      ...{ userid, name: `Former family (${day})`, erasedat: '2026-11-20T10:00:00.000Z' },
      ...{ balance, currency: 'usd' },
    });
    const former = [of('20 November 2026', 37.5), { ...of('3 October 2026', -12), userid: 'another' }];
    await page.route('**/api/families/former', (route) => route.fulfill({ json: former }));
    for (const [width, height] of SIZES)
      for (const code of ['', '/de', '/fr']) {
        await page.setViewportSize({ width, height });
        await page.goto(`${code}/admin/families`);
        await expect(page.locator('#former')).toBeVisible();
        await expectNoSideways(page);
        await shoot(`former-${width}${code.replace('/', '-')}`);
      }
  }

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, email, 'Family-1!');
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.goto('/account/money');
    await expect(page.getByRole('button', { name: 'Save statement as PDF' })).toBeVisible();
    await expectNoSideways(page);
    await expectAccessible(page);
    await shoot(`own-${width}`);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog).toContainText('You still owe the school $37.50');
    await expect(dialog).toContainText(/Invoice \d{4}-\d{4}, \$25/);
    await expect(dialog).toContainText('Other charges, $12.50');
    await expectNoSideways(page);
    await expectAccessible(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-delete-${width}.png` });
    await dialog.getByRole('button', { name: 'Keep my account' }).click();
  }
  await page.goto('/account/money');
  await save();
  if (process.env.SHOTS)
    for (const [code, button, del] of [
      ['de', 'Kontoauszug als PDF speichern', /Konto löschen/],
      ['fr', 'Enregistrer le relevé en PDF', /Supprimer mon compte/],
    ] as const) {
      await page.setViewportSize({ width: 360, height: 900 });
      await page.goto(`/${code}/account/money`);
      await expect(page.getByRole('button', { name: button })).toBeVisible();
      await shoot(`own-${code}`);
      await page.goto(`/${code}/account`);
      await page.getByRole('button', { name: del }).first().click();
      await expect(page.getByRole('dialog')).toContainText('37,50');
      await page.screenshot({ path: `${process.env.SHOTS}-delete-${code}.png` });
    }
});
