import type { Page } from '@playwright/test';
import { nameOf } from '#languages/languages.ts';
import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectFaultAt } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { expectGood, OTHERS, sayIn, speakAll, WALKED, withPieces } from './in-languages.ts';
import { onOwnSchool } from './own-school.ts';

/* What a visitor of a school reads in German and in French. */

const test = onOwnSchool();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const TERMS = {
  en: { markdown: '## Lessons\n\nA lesson lasts as long as it says.' },
  de: { markdown: '## Unterricht\n\nEine Stunde dauert so lange, wie angegeben.' },
  fr: { markdown: '## Les cours\n\nUne séance dure le temps indiqué.' },
};

async function writeTerms(page: Page) {
  await signIn(page, ADMIN.email);
  const { en, ...translations } = TERMS;
  await callAs(page, 'PUT', '/texts/terms', { version: 0, language: 'en', ...en, translations });
  await page.evaluate(() => localStorage.clear());
}

test.beforeAll(async ({ browser, school }) => {
  const page = await browser.newPage({ baseURL: school.url });
  await speakAll(page);
  await writeTerms(page);
  await page.close();
});

for (const code of WALKED) {
  const say = sayIn(code);
  const other = OTHERS.find((one) => one !== code) ?? code;

  test(`a visitor looks around in ${nameOf(code)}`, async ({ page }) => {
    test.setTimeout(180_000);
    const header = page.getByRole('banner');
    const footer = page.getByRole('contentinfo');
    const main = page.getByRole('main');
    const toPage = async (name: string) => {
      await header.getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    };

    await test.step('on the home page', async () => {
      await page.goto(`/${code}`);
      await expect(main.getByRole('link', { name: say('home.view_all_courses') })).toBeVisible();
      await expectGood(page, code, 'home');
    });

    await test.step('among the classes', async () => {
      await toPage(say('site.classes'));
      await expect(page).toHaveURL(`/${code}/classes`);
      await expect(page).toHaveTitle(new RegExp(say('classes.classes')));
      await expectGood(page, code, 'classes');
      const search = page.getByRole('search');
      await search.getByLabel(say('classes.level'), { exact: true }).selectOption(say('classes.beginner'));
      await expect(page).toHaveURL(/level=Beginner/);
      const cards = main.getByRole('article');
      const found = (count: number) =>
        expect(main.getByRole('status')).toHaveText(say('classes.found', { count }));
      await expect(cards.getByText(say('classes.advanced'))).toHaveCount(0);
      await found(await cards.count());
      await search.getByLabel(say('common.search'), { exact: true }).fill('bagpipes');
      await expect(main.getByText(say('classes.no_classes_match_your_search'))).toBeVisible();
      await expectGood(page, code, 'classes-none');
      await main.getByRole('link', { name: say('classes.show_all_classes') }).click();
      await expect(cards).not.toHaveCount(0);
    });

    await test.step('at a class', async () => {
      const card = main.getByRole('article').first();
      const classname = (await card.getByRole('link').first().textContent()) ?? '';
      await card.getByRole('link').first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(classname);
      await expect(
        main.getByRole('button', { name: withPieces(say('selections.select', { classname })) }),
      ).toBeVisible();
      await expectGood(page, code, 'class');
    });

    await test.step('who teaches it', async () => {
      await main.locator('a[href*="/instructors/"]').first().click();
      await expect(
        page.getByRole('heading', { name: say('instructors.classes'), exact: true }),
      ).toBeVisible();
      await expectGood(page, code, 'instructor');
      await toPage(say('site.instructors'));
      await expectGood(page, code, 'instructors');
    });

    await test.step('the week', async () => {
      await toPage(say('site.timetable'));
      await expectGood(page, code, 'timetable');
    });

    await test.step('a post', async () => {
      await toPage(say('site.blogs'));
      await expectGood(page, code, 'blogs');
      await main.locator(`a[href^="/${code}/blog/"]`).first().click();
      await expect(page.getByText(say('blogs.recent_posts'))).toBeVisible();
      await expectGood(page, code, 'blog');
    });

    await test.step('the rules, in their language', async () => {
      await footer.getByRole('link', { name: say('texts.terms') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('texts.terms'));
      const [heading] = TERMS[code].markdown.split('\n');
      await expect(page.getByRole('heading', { level: 2, name: heading?.slice(3) })).toBeVisible();
      await expectGood(page, code, 'terms');
    });

    await test.step('asks, and is told what is missing', async () => {
      await footer.getByRole('link', { name: say('site.contact') }).click();
      await main.getByRole('button', { name: say('common.send') }).click();
      await expectFaultAt(main.getByLabel(say('questions.your_question')), say('questions.write_question'));
      await expectGood(page, code, 'ask');
      await main.getByLabel(say('questions.your_question')).fill('?');
      await main.getByLabel(say('common.email')).fill(`visitor-${code}@cadenza.example`);
      await main.getByRole('button', { name: say('common.send') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('questions.thank_you'));
    });

    await test.step('is not let in with a wrong password', async () => {
      await header.getByRole('link', { name: say('common.sign_in') }).click();
      await main.getByLabel(say('common.email')).fill(`visitor-${code}@cadenza.example`);
      await main.getByLabel(say('common.password'), { exact: true }).fill('Harpsichord!7');
      await main
        .locator('form')
        .getByRole('button', { name: say('account.login') })
        .click();
      await expect(main.getByText(say('account.no_match'))).toBeVisible();
      await expectGood(page, code, 'login');
      await page.goto(`/${code}/no-such-page`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectGood(page, code, 'not-found');
    });

    await test.step('changes the language, and stays on the page', async () => {
      await page.goto(`/${code}/classes?level=Beginner`);
      await header.locator('summary').click();
      await header.getByRole('link', { name: nameOf(other) }).click();
      await expect(page).toHaveURL(`/${other}/classes?level=Beginner`);
      await expectGood(page, other, `classes-from-${code}`);
      await footer.getByRole('link', { name: nameOf(code) }).click();
      await expect(page).toHaveURL(`/${code}/classes?level=Beginner`);
      await footer.getByRole('link', { name: nameOf('en') }).click();
      await expect(page).toHaveURL('/classes?level=Beginner');
    });
  });
}
