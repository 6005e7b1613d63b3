import type { Page } from '@playwright/test';
import { nameOf } from '#languages/languages.ts';
import { ADMIN, DEMO_PASSWORD, INSTRUCTORS } from '#server/database/seed/people.ts';
import { readCalendar } from '#tests/support/calendars.ts';
import { callAs, expectFaultAt } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { expectGood, sayIn, speakAll, WALKED, type Walked, withPieces } from './in-languages.ts';
import { mailedText } from './mailed-link.ts';
import { onOwnSchool } from './own-school.ts';

/* A parent who reads German or French registers, enters a child, and pays for a class. */

const test = onOwnSchool();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const CHILD: Record<Walked, { firstname: string; lastname: string }> = {
  de: { firstname: 'Jörg', lastname: 'Müller' },
  fr: { firstname: 'Zoé', lastname: 'Lefèvre' },
};
const PARENT: Record<Walked, string> = { de: 'Käthe Müller', fr: 'Hélène Lefèvre' };

const DAY_MS = 24 * 60 * 60_000;
const first = new Date(Date.now() + 14 * DAY_MS);
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** Adds a class that meets in a fortnight; gives its id. */
async function addClass(page: Page, classname: string, starttime: string): Promise<string> {
  await signIn(page, ADMIN.email);
  const { insertedId } = await callAs(page, 'POST', '/addclass', {
    ...{ classname, image: '/art/class-first-piano-960.webp', price: '120.50', availableseat: 4 },
    instructoremail: INSTRUCTORS.clara.email,
  });
  await callAs(page, 'PUT', `/class/approved/${insertedId}`);
  const [firstday, lastday] = [dayOf(first.getTime()), dayOf(first.getTime() + 28 * DAY_MS)];
  const times = { weekday: first.getUTCDay() || 7, starttime, minutes: 30, everyweeks: 1, roomid: null };
  await callAs(page, 'PUT', `/class/plans/${insertedId}`, { plans: [{ ...times, firstday, lastday }] });
  await page.evaluate(() => localStorage.clear());
  return insertedId;
}

test.beforeAll(async ({ browser, school }) => {
  const page = await browser.newPage({ baseURL: school.url });
  await speakAll(page);
  await page.close();
});

for (const [at, code] of WALKED.entries()) {
  const say = sayIn(code);
  const child = CHILD[code];
  const name = `${child.firstname} ${child.lastname}`;

  test(`a parent pays in ${nameOf(code)}`, async ({ page, request, school }) => {
    test.setTimeout(240_000);
    const email = `parent-${code}@cadenza.example`;
    const classname = code === 'de' ? 'Klavier am Morgen' : 'Piano du matin';
    const classid = await addClass(page, classname, `0${6 + at}:15`);
    const main = page.getByRole('main');
    const header = page.getByRole('banner');
    const dialog = page.getByRole('dialog');
    const area = page.getByRole('navigation', { name: say('areas.student') });

    await test.step('registers', async () => {
      await page.goto(`/${code}/register`);
      const form = main.locator('form').first();
      await form.getByRole('button', { name: say('account.register') }).click();
      await expectFaultAt(form.getByLabel(say('common.email')), say('users.email_or_password_empty'));
      await expectGood(page, code, 'register');
      await form.getByLabel(say('common.name'), { exact: true }).fill(PARENT[code]);
      await form.getByLabel(say('common.email')).fill(email);
      await form.getByLabel(say('common.password'), { exact: true }).fill(DEMO_PASSWORD);
      await form.getByLabel(say('account.confirm_password'), { exact: true }).fill(DEMO_PASSWORD);
      await form.getByRole('button', { name: say('account.register') }).click();
      await expect(page).toHaveURL(`/${code}`);
      await expect(page.getByText(say('account.welcome', { email }))).toBeVisible();
    });

    await test.step('confirms the address by a mail in their language', async () => {
      const mail = await mailedText(school, email, say('identity.mail_confirm', { school: 'Cadenza' }));
      await page.goto(/^http\S+$/m.exec(mail)?.[0] ?? '');
      await main.getByRole('button', { name: say('account.confirm_my_email') }).click();
      await expect(page.getByRole('heading', { name: say('account.email_confirmed') })).toBeVisible();
      await expectGood(page, code, 'confirmed');
    });

    await test.step('adds a child', async () => {
      await page.goto(`/${code}`);
      await header.getByRole('link', { name: say('site.my_family'), exact: true }).click();
      await main.getByRole('button', { name: say('learners.add_child') }).click();
      await dialog.getByLabel(say('learners.first_name'), { exact: true }).fill(child.firstname);
      await dialog.getByLabel(say('learners.last_name'), { exact: true }).fill(child.lastname);
      await expectGood(page, code, 'child');
      await dialog.getByRole('button', { name: say('common.add'), exact: true }).click();
      await expect(page.getByRole('heading', { name })).toBeVisible();
      await expectGood(page, code, 'family');
    });

    await test.step('selects a class for the child', async () => {
      await page.goto(`/${code}/classes?q=${encodeURIComponent(classname)}`);
      await main.getByRole('article').getByRole('link').first().click();
      await expect(page).toHaveURL(`/${code}/classes/${classid}`);
      await main.getByRole('button', { name: withPieces(say('selections.select', { classname })) }).click();
      await expect(dialog.getByRole('checkbox').first()).toBeVisible();
      await expect(dialog.getByRole('heading')).toHaveText(say('learners.who_is_it_for'));
      for (const choice of await dialog.getByRole('checkbox').all()) {
        const isWanted = (await choice.textContent())?.includes(name) ?? false;
        if ((await choice.getAttribute('aria-checked')) !== String(isWanted)) await choice.click();
      }
      await expectGood(page, code, 'who-for');
      await dialog.getByRole('button', { name: say('learners.select'), exact: true }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step('reads what it costs', async () => {
      await page.goto(`/${code}/student`);
      await expectGood(page, code, 'student');
      await area.getByRole('link', { name: say('areas.my_selected_class') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('selections.my_selected_class'));
      await expectGood(page, code, 'selected');
      await page
        .getByRole('link', {
          name: withPieces(say('selections.pay_now_for_learner', { name: classname, learner: name })),
        })
        .click();
    });

    const pay = main.locator('form [type=submit].btn-primary');
    await test.step('is told that a card is refused', async () => {
      await main.getByLabel(say('cards.number')).fill('4000000000000002');
      await main.getByLabel(say('cards.expiry')).fill('12 / 34');
      await main.getByLabel(say('cards.cvc')).fill('123');
      await pay.click();
      await expect(main.getByText(say('cards.declined'))).toBeVisible();
      await expectGood(page, code, 'payment');
    });

    await test.step('pays', async () => {
      await main.getByLabel(say('cards.number')).fill('4242424242424242');
      await pay.click();
      await expect(page.getByText(say('payments.payment_successful'))).toBeVisible({ timeout: 30_000 });
      await expect(
        page.getByRole('heading', {
          name: say('payments.is_enrolled', { who: 'other', learner: name, name: classname }),
        }),
      ).toBeVisible();
      await expectGood(page, code, 'paid');
      await main.getByRole('link', { name: say('payments.receipt'), exact: true }).click();
      await expect(main.getByRole('article').getByRole('heading')).toHaveText(say('payments.receipt'));
      await expectGood(page, code, 'receipt');
    });

    await test.step('gets a mail about it', async () => {
      const mail = await mailedText(
        school,
        email,
        say('enrolments.mail_place_confirmed', { class: classname }),
      );
      expect(mail).toContain(say('enrolments.mail_the_place_paid', { class: classname }));
      expect(mail).toContain(say('enrolments.mail_paid'));
      if (process.env.SHOTS) console.log(mail);
    });

    await test.step('finds the place and the week', async () => {
      await page.goto(`/${code}/student/class/enrolled`);
      await expect(page.getByRole('row', { name: new RegExp(classname) })).toContainText(name);
      await expectGood(page, code, 'enrolled');
      await area.getByRole('link', { name: say('areas.my_week') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('areas.my_week'));
      await expectGood(page, code, 'week');
    });

    await test.step('has the lessons in a calendar', async () => {
      await page.goto(`/${code}/account`);
      await expectGood(page, code, 'account');
      await main.getByRole('button', { name: say('calendars.subscribe_to_my_lessons') }).click();
      await dialog.getByRole('button', { name: say('calendars.show_address') }).click();
      await expect(page.getByRole('dialog', { name: say('calendars.your_calendar_address') })).toBeVisible();
      await dialog.getByText(say('calendars.google')).click();
      await expectGood(page, code, 'calendar');
      const url = (await dialog.locator('code').textContent()) ?? '';
      const { events } = readCalendar(await (await request.get(url)).text());
      const summary = say('calendars.learners_in_class', { names: name, classname });
      expect(new Set(events.map((event) => event.summary))).toEqual(new Set([summary]));
      expect(events[0]?.description).toContain(
        say('calendars.with_teacher', { teacher: INSTRUCTORS.clara.name }),
      );
    });
  });
}
