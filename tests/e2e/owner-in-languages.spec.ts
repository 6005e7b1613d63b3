import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { nameOf } from '#languages/languages.ts';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { addPendingClass, callAs, registerPerson } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { expectGood, sayIn, WALKED, type Walked } from './in-languages.ts';
import { askToProveAddress, mailedText } from './mailed-link.ts';
import { onOwnSchool } from './own-school.ts';

/* The first hour of an owner whose school is in Leipzig or in Lyon. */

const test = onOwnSchool();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const SCHOOL: Record<
  Walked,
  { tagline: string; town: string; voice: string; about: string; english: string }
> = {
  de: {
    tagline: 'Musik lernt man beim Spielen.',
    town: 'Leipzig',
    voice: 'Meine Tochter übt jetzt von allein.',
    about: 'Wir unterrichten seit vierzig Jahren.',
    english: 'We have taught for forty years.',
  },
  fr: {
    tagline: 'La musique s’apprend en jouant.',
    town: 'Lyon',
    voice: 'Ma fille répète enfin toute seule.',
    about: 'Nous enseignons depuis quarante ans.',
    english: 'We have taught for forty years.',
  },
};

/** As a school is before its languages are chosen. */
async function speakEnglish(page: Page) {
  await signIn(page, ADMIN.email);
  const { version } = await callAs<{ version: number }>(page, 'GET', '/school');
  await callAs(page, 'PUT', '/school', { version, languages: ['en'] });
}

for (const code of WALKED) {
  const say = sayIn(code);
  const { tagline, town, voice, about, english } = SCHOOL[code];

  test(`an owner sets a school up in ${nameOf(code)}`, async ({ page, school }) => {
    test.setTimeout(240_000);
    const classname = code === 'de' ? 'Gitarre im Park' : 'Guitare au parc';
    await speakEnglish(page);
    const parent = { name: `Paula ${town}`, email: await registerPerson(page, `Paula ${town}`) };
    await askToProveAddress(page, school, parent.email);
    await callAs(page, 'POST', '/learners', { firstname: 'Mika', lastname: town });
    await signIn(page, INSTRUCTORS.clara.email);
    await addPendingClass(page, classname);
    await signIn(page, ADMIN.email);
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    const heading = page.getByRole('heading', { level: 1 });
    const area = page.getByRole('navigation', { name: say('areas.admin') });
    const save = main.locator('form').first().locator('[type=submit]');

    await test.step('chooses the language of the school', async () => {
      await page.goto('/admin/school');
      await main.getByRole('checkbox', { name: nameOf(code) }).check();
      await main.locator('select[name=defaultLanguage]').selectOption(code);
      await save.click();
      await expect(page).toHaveURL('/en/admin/school');
      await page.getByRole('banner').locator('summary').click();
      await page
        .getByRole('banner')
        .getByRole('link', { name: nameOf(code) })
        .click();
      await expect(page).toHaveURL('/admin/school');
      await expect(heading).toHaveText(say('areas.school'));
    });

    await test.step('says what there is to know of it', async () => {
      await main.getByLabel(say('school.in_one_sentence')).fill(tagline);
      await main.getByLabel(say('school.town'), { exact: true }).fill(town);
      await main.getByLabel(say('school.hours_to_cancel')).fill('12,5');
      await save.click();
      await expect(main.getByText(say('school.everything_saved'))).toBeVisible();
      await main.getByRole('button', { name: say('school.add_quote') }).click();
      await main.getByLabel(say('school.what_was_said')).fill(voice);
      await expectGood(page, code, 'school');
      await main.getByLabel(say('common.name'), { exact: true }).last().fill(`Ines, ${town}`);
      await main
        .locator('form')
        .filter({ has: page.getByLabel(say('school.what_was_said')) })
        .locator('[type=submit]')
        .click();
      await expect(main.getByText(`Ines, ${town}`).first()).toBeVisible();
    });

    await test.step('sees what is left to do', async () => {
      await area.getByRole('link', { name: say('golive.before_you_open') }).click();
      await expect(heading).toHaveText(say('golive.before_you_open'));
      await expectGood(page, code, 'start');
      await page.goto('/admin');
      await expect(heading).toHaveText(say('areas.welcome_admin'));
      await expectGood(page, code, 'admin');
    });

    await test.step('writes a text in two languages', async () => {
      await area.getByRole('link', { name: say('areas.pages'), exact: true }).click();
      await expect(heading).toHaveText(say('areas.pages'));
      await expectGood(page, code, 'texts');
      await page.goto('/admin/texts/about');
      const text = main.getByRole('textbox', { name: say('texts.text') });
      const tab = (name: string) =>
        main.getByRole('group', { name: say('texts.language') }).getByRole('button', { name });
      await text.fill(about);
      await tab(nameOf('en')).click();
      await text.fill(english);
      await expectGood(page, code, 'text');
      await main.getByRole('button', { name: say('common.publish') }).click();
      await expect(page.getByText(say('texts.published'))).toBeVisible();
      await page.goto('/pages/about');
      await expect(main.getByText(about)).toBeVisible();
      await page.goto('/en/pages/about');
      await expect(main.getByText(english)).toBeVisible();
    });

    await test.step('approves a class', async () => {
      await page.goto('/admin');
      await area.getByRole('link', { name: say('areas.manage_class') }).click();
      await expect(heading).toHaveText(say('areas.manage_classes'));
      await main.getByRole('button', { name: say('classes.approve_of', { classname }) }).click();
      await expect(page.getByText(say('classes.class_approved'))).toBeVisible();
      await expectGood(page, code, 'manage-classes');
    });

    const outbox = join(school.dataDir, 'outbox');
    await test.step('enrols a child who pays in cash, while no mail leaves', async () => {
      renameSync(outbox, `${outbox}-aside`);
      writeFileSync(outbox, '');
      await area.getByRole('link', { name: say('families.families') }).click();
      await expect(heading).toHaveText(say('families.families'));
      await main.getByRole('searchbox').fill(parent.email);
      await expect(main.getByRole('link', { name: parent.name })).toBeVisible();
      await expectGood(page, code, 'families');
      await main.getByRole('link', { name: parent.name }).click();
      await main.getByRole('button', { name: say('families.enrol_by_hand') }).click();
      await dialog.getByLabel(say('classes.class_name_column'), { exact: true }).fill(classname);
      await dialog.getByRole('radio', { name: new RegExp(`^${classname}`) }).check();
      await expectGood(page, code, 'enrol');
      await dialog.getByRole('button', { name: say('families.enrol'), exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(main.getByRole('row').filter({ hasText: classname }).first()).toContainText(
        say('families.paid_in_cash'),
      );
      await expectGood(page, code, 'family');
    });

    await test.step('sends the mail again', async () => {
      await area.getByRole('link', { name: say('areas.failed_emails') }).click();
      await expect(heading).toHaveText(say('areas.failed_emails'));
      const subject = say('enrolments.mail_place_confirmed', { class: classname });
      await expect(async () => {
        await page.reload();
        await expect(main.getByText(subject)).toBeVisible({ timeout: 1000 });
      }).toPass();
      await expectGood(page, code, 'mails');
      rmSync(outbox);
      renameSync(`${outbox}-aside`, outbox);
      await main
        .getByRole('button', { name: say('mails.send_again_to', { subject, recipient: parent.email }) })
        .click();
      await expect(page.getByText(say('mails.on_its_way_again'))).toBeVisible();
    });

    await test.step('the family is told in the language of the school', async () => {
      const mail = await mailedText(
        school,
        parent.email,
        say('enrolments.mail_place_confirmed', { class: classname }),
      );
      if (process.env.SHOTS) console.log(mail);
    });

    await test.step('looks at the month, and at what was done', async () => {
      await area.getByRole('link', { name: say('areas.money_check') }).click();
      await expect(heading).toHaveText(say('reconciliation.money_check'));
      const inCash = new RegExp(`^${say('reconciliation.in_cash')}\\b`);
      await expect(main.getByRole('link', { name: inCash })).toBeVisible();
      await expect(main.getByText(parent.email).first()).toBeVisible();
      await expectGood(page, code, 'month');
      await area.getByRole('link', { name: say('areas.log'), exact: true }).click();
      await expect(heading).toHaveText(say('areas.log'));
      await expect(main.getByText(classname).first()).toBeVisible();
      await expectGood(page, code, 'log');
    });
  });
}
