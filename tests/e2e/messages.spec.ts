import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { row, signInWith } from './admin.ts';
import { callAs, expectAccessible, expectFaultAt, expectNoSideways } from './areas.ts';
import { expect, signUp, test } from './fixtures.ts';
import { askToProveAddress } from './mailed-link.ts';
import { walkedAt } from './walked-at.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function shoot(page: Page, name: string, width: number) {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/messages-${name}-${width}.png`, fullPage: true });
}

for (const width of walkedAt(1280, 360)) {
  test(`at ${width} px the office writes to a class: it sees what families get, sends it once, and who got it`, async ({
    page,
    school,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 900 });
    const classname = `Viol consort ${width}`;
    const subject = `A new room ${width}`;
    await signUp(page, {
      email: `gamba${width}@test.example`,
      password: DEMO_PASSWORD,
      name: `Ida Sand${width}`,
    });
    await askToProveAddress(page, school, `gamba${width}@test.example`);
    const { insertedId: learnerid } = await callAs(page, 'POST', '/learners', {
      firstname: 'Mila',
      lastname: `Sand${width}`,
    });
    const [classid] = await signInWith(page, classname);
    await callAs(page, 'PUT', `/class/approved/${classid}`);
    await callAs(page, 'POST', '/enrolments', { classid, learnerid, pay: 'due' });
    // A family at the desk has no address.
    const { insertedId: userid } = await callAs(page, 'POST', '/families', {
      name: `Rosa Quiet${width}`,
      phone: '+49 30 1234',
      learners: [{ firstname: 'Mia', lastname: 'Quiet' }],
    });
    const family = await callAs<{ learners: { _id: string; self: boolean }[] }>(
      page,
      'GET',
      `/families/${userid}`,
    );
    const child = family.learners.find(({ self }) => !self);
    await callAs(page, 'POST', '/enrolments', { classid, learnerid: child?._id, pay: 'free' });

    await page.goto(`/admin/roster/${classid}`);
    await page.getByRole('button', { name: `Write to families ${classname}` }).click();
    const dialog = page.getByRole('dialog', { name: `Write to the families of ${classname}` });
    const who = dialog.getByRole('region', { name: 'Who gets it' });
    await expect(who).toContainText('It goes to 1 family.');
    await expect(who).toContainText('1 family has no email address. Please call:');
    await expect(who.getByRole('link', { name: '+49 30 1234' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Send to 1 family' }).click();
    await expectFaultAt(dialog.getByLabel('Subject'), 'Enter a subject.');
    await dialog.getByLabel('Subject').fill(subject);
    await dialog.getByLabel('Message').fill('We meet in the **attic**. <img src=x onerror=alert(1)>');
    await expect(who).toContainText('This is what 1 family gets:');
    const mail = who.frameLocator('iframe[title="Preview of the email"]');
    await expect(mail.getByRole('heading', { name: subject })).toBeVisible();
    await expect(mail.locator('strong', { hasText: 'attic' })).toBeVisible();
    await expect(mail.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    await expect(mail.getByText(`Mila Sand${width}`)).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'dialog', width);
    // A double click is one.
    await dialog.getByRole('button', { name: 'Send to 1 family' }).dblclick();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('1 family gets an email.')).toBeVisible();

    await page.goto('/admin/messages');
    await expect(row(page, subject)).toHaveCount(1);
    await expect(row(page, subject)).toContainText(`To the class ${classname}`);
    await expect(row(page, subject)).toContainText('1 family to call');
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'list', width);
    await page.getByRole('link', { name: subject }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject);
    await expect(page.locator('.article strong')).toHaveText('attic');
    await expect(page.locator('.article img')).toHaveCount(0);
    const recipients = page.getByRole('table', { name: 'Who got it' });
    await expect(recipients.getByRole('row').filter({ hasText: `Rosa Quiet${width}` })).toContainText(
      'Please call',
    );
    await expect(async () => {
      await page.reload();
      await expect(recipients.getByRole('row').filter({ hasText: `Ida Sand${width}` })).toContainText('Sent');
    }).toPass();
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'message', width);

    await page.goto('/admin/families');
    await page.getByRole('button', { name: 'Write to families' }).click();
    const owing = page.getByRole('dialog', { name: 'Write to families that owe something' });
    await owing.getByLabel('Message').fill('Please pay at the desk.');
    const first = owing.frameLocator('iframe');
    // Of the family that is the first, which another journey may have left: a place, an invoice or charges.
    await expect(first.getByText(/ to be paid|^Invoice |^Charges that/).first()).toBeVisible();
    await shoot(page, 'owing', width);
    await owing.getByRole('button', { name: 'Cancel' }).click();

    await page.goto('/admin/log');
    await expect(page.getByText(`${subject}`).first()).toBeVisible();
    await expect(
      page.getByText(new RegExp(`wrote to 1 family of the class ${classname}: ${subject}`)),
    ).toBeVisible();
    if (width < 640) return;
    await page.goto('/admin/terms');
    await page
      .getByRole('button', { name: /^Write to families/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: /^Write to the families of/ })).toContainText(
      /It goes to|No family/,
    );
    await shoot(page, 'term', width);
  });
}
