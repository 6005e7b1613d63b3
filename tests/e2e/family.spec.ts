import type { Browser, Page } from '@playwright/test';
import { callAs, expectAccessible, expectNoSideways, registerByForm, registerPerson } from './areas.ts';
import { expect, type RunningSchool, signIn, test } from './fixtures.ts';
import { expectFocusOn, pressByKey, tabTo } from './keyboard.ts';
import { mailedLink, mailsTo, proveAddress } from './mailed-link.ts';
import { walkedAt } from './walked-at.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const WIDTHS = [360, 768, 1280];

/** The page as it stands shuts nobody out, and fits every screen. */
async function expectGood(page: Page, name: string, widths = WIDTHS) {
  await expectAccessible(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideways(page);
    if (!process.env.SHOTS) continue;
    await page.screenshot({ path: `${process.env.SHOTS}/family-${name}-${width}.png`, fullPage: true });
  }
}

const addChild = (page: Page, child: object) =>
  callAs(page, 'POST', '/learners', { lastname: 'Brook', ...child });

/** An approved class; gives its id. Afterwards the page is signed out. */
async function addClass(page: Page, classname: string, more: object = {}): Promise<string> {
  const form = {
    classname,
    image: '/art/class-first-piano-960.webp',
    price: '48',
    availableseat: 7,
    ...more,
  };
  await signIn(page, 'clara@cadenza.example');
  const { insertedId } = await callAs(page, 'POST', '/addclass', form);
  await signIn(page, 'admin@cadenza.example');
  await callAs(page, 'PUT', `/class/approved/${insertedId}`);
  await page.evaluate(() => localStorage.clear());
  return insertedId;
}

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });
const person = (page: Page, name: string) => page.getByRole('article', { name });

test('a parent comes to the page of the family, adds children, changes one and removes one', async ({
  page,
}) => {
  await registerPerson(page, 'Ana Brook');
  await page.goto('/account');
  await page.getByRole('main').getByRole('link', { name: 'My family' }).click();
  await expect(page.getByRole('heading', { name: 'My family', level: 1 })).toBeVisible();
  await expect(person(page, 'Ana Brook')).toContainText('You');
  await expectGood(page, 'alone');

  await page.getByRole('button', { name: 'Add a child' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a child' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Add' }).click();
  await expect(dialog(page).getByText('Enter a first name.')).toBeVisible();
  await dialog(page).getByLabel('First name').fill('Mia');
  await dialog(page).getByLabel('Last name').fill('Brook');
  await dialog(page).getByLabel('Date of birth').fill('2016-04-03');
  await dialog(page).getByLabel('What teachers need to know').fill('Peanut allergy');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Add' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(person(page, 'Mia Brook')).toContainText(/\d+ years old, born 3 April 2016/);
  await expect(person(page, 'Mia Brook')).toContainText('Peanut allergy');
  await expect(person(page, 'Mia Brook')).toContainText('Not in a class yet.');

  await page.getByRole('button', { name: 'Add a child' }).click();
  // Probably called as the other one.
  await expect(dialog(page).getByLabel('Last name')).toHaveValue('Brook');
  await dialog(page).getByLabel('First name').fill('Leo');
  await dialog(page).getByRole('button', { name: 'Add' }).click();
  await expect(person(page, 'Leo Brook')).toContainText('Date of birth not given');
  await expectGood(page, 'children');

  // By the keyboard: off for Mia alone, and still after the page is loaded again.
  const reminder = (name: string) =>
    page.getByRole('checkbox', { name: new RegExp(`by email the evening before a lesson of ${name}$`) });
  await expect(reminder('Mia')).toBeChecked();
  await reminder('Mia').press('Space');
  await expect(page.getByText('Reminders for Mia are off')).toBeVisible();
  await expect(reminder('Mia')).not.toBeChecked();
  await page.reload();
  await expect(reminder('Mia')).not.toBeChecked();
  await expect(reminder('Leo')).toBeChecked();
  await expect(reminder('you')).toBeChecked();

  await page.getByRole('button', { name: 'Change Leo' }).click();
  await expect(page.getByRole('dialog', { name: 'Change Leo' })).toBeVisible();
  await dialog(page).getByLabel('First name').fill('Leonard');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(person(page, 'Leonard Brook')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Leonard' }).click();
  await expect(page.getByRole('dialog', { name: 'Remove Leonard?' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(person(page, 'Leonard Brook')).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(2);

  await page.getByRole('button', { name: 'Change Ana Brook' }).click();
  await expect(page.getByRole('dialog', { name: 'About you' })).toBeVisible();
  await expect(dialog(page).getByLabel('First name')).toHaveCount(0);
  await dialog(page).getByLabel('Date of birth').fill('1985-01-31');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(person(page, 'Ana Brook')).toContainText(/You, \d+ years old/);
});

test('by the keyboard alone a child is added and looked after', async ({ page }) => {
  await registerPerson(page, 'Ana Brook');
  await page.goto('/account/family');
  await pressByKey(page, page.getByRole('button', { name: 'Add a child' }));
  await tabTo(page, dialog(page).getByLabel('First name'));
  await page.keyboard.type('Mia');
  await tabTo(page, dialog(page).getByLabel('Last name'));
  await page.keyboard.type('Brook');
  await page.keyboard.press('Enter');
  await expect(person(page, 'Mia Brook')).toBeVisible();
  await expectFocusOn(page, 'button Add a child');
  await pressByKey(page, page.getByRole('button', { name: 'Remove Mia' }));
  await page.keyboard.press('Escape');
  await expectFocusOn(page, 'button Remove Mia');
  await expect(person(page, 'Mia Brook')).toBeVisible();
});

test('who learns alone is never asked who a class is for', async ({ page }) => {
  const classid = await addClass(page, 'Lute Alone');
  await registerPerson(page);
  await page.goto(`/classes/${classid}`);
  await page.getByRole('button', { name: 'Select Lute Alone' }).click();
  await expect(page.getByText("You've Selected Class")).toBeVisible();
  await expect(page.getByRole('link', { name: /^Selected ?: Lute Alone/ })).toBeVisible();
});

test('a parent says who a class is for: the one it fits is named first, and who cannot is told why', async ({
  page,
}) => {
  const classid = await addClass(page, 'Lute for Small Hands', { group: 'Kids', agefrom: 6, ageto: 9 });
  await registerPerson(page, 'Ana Brook');
  const age = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`;
  await addChild(page, { firstname: 'Ole', born: age(15) });
  await addChild(page, { firstname: 'Mia', born: age(8) });
  await addChild(page, { firstname: 'Tom' });
  await addChild(page, { firstname: 'Ida', born: age(7) });

  await page.goto('/classes?q=Lute+for+Small');
  // Before it is known whom she looks after, too.
  await page.getByRole('button', { name: 'Select Lute for Small Hands' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Who is it for?' })).toBeVisible();
  const choice = (name: RegExp) => dialog(page).getByRole('checkbox', { name });
  await expect(choice(/Mia Brook/)).toBeChecked();
  await expect(choice(/Ida Brook/)).not.toBeChecked();
  await expect(choice(/Ole Brook/)).toBeDisabled();
  await expect(choice(/Ole Brook/)).toContainText('For ages 6 to 9');
  await expect(choice(/Tom Brook/)).toContainText('date of birth needed');
  await expect(choice(/Ana Brook/)).not.toBeChecked();
  await expectGood(page, 'who-for');

  await choice(/Ida Brook/).click();
  await dialog(page).getByRole('button', { name: 'Select' }).click();
  await expect(page.getByText('Lute for Small Hands is selected for Mia and Ida')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Mia: Selected/ })).toBeVisible();
  await expectGood(page, 'cards');

  await page.goto(`/classes/${classid}`);
  await expect(page.getByRole('link', { name: /^Ida: Selected/ })).toBeVisible();
  await page.getByRole('button', { name: 'Select Lute for Small Hands' }).click();
  await expect(choice(/Mia Brook/)).toContainText('Selected already');
  await expect(dialog(page).getByRole('button', { name: 'Add another child' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expectGood(page, 'class-page');
});

/** Gives a learner a place, as the office would. */
async function enrolByHand(browser: Browser, url: string | undefined, place: object) {
  const office = await (await browser.newContext({ baseURL: url })).newPage();
  await signIn(office, 'admin@cadenza.example');
  await callAs(office, 'POST', '/enrolments', { ...place, pay: 'free' });
  await office.context().close();
}

test('children wait each alone, or together for as many seats as they are', async ({
  page,
  browser,
  baseURL,
  school,
}) => {
  const classid = await addClass(page, 'Lute with One Seat', { group: 'Kids', availableseat: 2 });
  const full = await addClass(page, 'Lute without Seats', { group: 'Kids', availableseat: 2 });
  await addClass(page, 'Lute for Nobody', { group: 'Kids', availableseat: 0 });
  await proveAddress(page, school, await registerByForm(page, 'Ana Brook'));
  const [self] = await callAs<{ _id: string }[]>(page, 'GET', '/learners');
  await enrolByHand(browser, baseURL, { classid, learnerid: self?._id });
  for (const firstname of ['Mia', 'Tom', 'Zoe']) await addChild(page, { firstname });
  const learners = await callAs<{ _id: string; firstname: string }[]>(page, 'GET', '/learners');
  const zoe = learners.find(({ firstname }) => firstname === 'Zoe');
  for (const learnerid of [self?._id, zoe?._id])
    await enrolByHand(browser, baseURL, { classid: full, learnerid });
  const choice = (name: RegExp) => dialog(page).getByRole('checkbox', { name });
  // Of this class: below what was found stand others that have free places.
  const waits = (name: string, classname: string) =>
    page.getByRole('link', { name: `${name}: Waiting : ${classname}` });

  await page.goto('/classes?q=Lute+with+One');
  await page.getByRole('button', { name: 'Select Lute with One Seat' }).click();
  await choice(/Tom Brook/).click();
  await expect(dialog(page).getByText(/^Only 1 place is free./)).toBeVisible();
  await expectGood(page, 'too-few');
  // They are three, for a class of two.
  await choice(/Zoe Brook/).click();
  await expect(dialog(page).getByText('The class has 2 in all. Choose fewer of them.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Select' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Choose fewer of them.');
  await choice(/Zoe Brook/).click();
  await dialog(page).getByRole('button', { name: 'Wait together' }).click();
  await expect(
    page.getByText('On the waiting list of Lute with One Seat, together: Mia and Tom'),
  ).toBeVisible();
  await expect(waits('Mia', 'Lute with One Seat')).toBeVisible();
  await expect(waits('Tom', 'Lute with One Seat')).toBeVisible();

  await page.goto('/classes?q=Lute+without');
  await page.getByRole('button', { name: 'Join waiting list for Lute without Seats' }).click();
  await expect(choice(/Only together/)).toHaveCount(0);
  await choice(/Tom Brook/).click();
  await expect(choice(/Only together/)).not.toBeChecked();
  await expectGood(page, 'wait');
  await dialog(page).getByRole('button', { name: 'Join waiting list' }).click();
  await expect(waits('Mia', 'Lute without Seats')).toBeVisible();
  await expect(waits('Tom', 'Lute without Seats')).toBeVisible();

  await page.goto('/classes?q=Lute+for+Nobody');
  await page.getByRole('button', { name: 'Join waiting list for Lute for Nobody' }).click();
  await choice(/Tom Brook/).click();
  await expect(choice(/Tom Brook/)).toBeChecked();
  await expect(choice(/Only together/)).toHaveCount(0);
});

test('by the keyboard alone a class is selected for a child', async ({ page }) => {
  await addClass(page, 'Lute by Keys', { group: 'Kids' });
  await registerPerson(page, 'Ana Brook');
  await addChild(page, { firstname: 'Mia' });
  await addChild(page, { firstname: 'Tom' });
  await page.goto('/classes?q=Lute+by+Keys');
  await pressByKey(page, page.getByRole('button', { name: 'Select Lute by Keys' }));
  await tabTo(page, dialog(page).getByRole('checkbox', { name: /Tom/ }));
  await page.keyboard.press('Space');
  await tabTo(page, dialog(page).getByRole('checkbox', { name: /Mia/ }));
  await page.keyboard.press('Space');
  await pressByKey(page, dialog(page).getByRole('button', { name: 'Select' }));
  await expect(page.getByRole('link', { name: /^Tom: Selected/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Mia: Selected/ })).toHaveCount(0);
  await expectFocusOn(page, 'button Select Lute by Keys');
});

/** A school of a test says its address before it has a port. */
async function mailedPath(school: RunningSchool, to: string, word: string): Promise<string> {
  const { pathname, search } = new URL(await mailedLink(school, to, word));
  return pathname + search;
}

test('a link without what it opens says so to who is signed out', async ({ page }) => {
  for (const path of ['/account/invitation', '/account/claim']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await expectAccessible(page);
  }
});

test('a link that does not work asks who opens it signed out to sign in', async ({ page }) => {
  await page.goto('/account/claim?token=not-this-one');
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expect(page.getByText('If you have an account here, sign in')).toBeVisible();
  await expectGood(page, 'claim-unknown');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('main').getByLabel('Email')).toBeVisible();
  await registerPerson(page, 'Ana Brook');
  await page.goto('/account/claim?token=not-this-one');
  await page.getByRole('main').getByRole('link', { name: 'My family' }).click();
  await expect(page).toHaveURL('/account/family');
});

test('a guardian stops looking after a child, who stays with the parent', async ({
  page,
  browser,
  baseURL,
  school,
}) => {
  await proveAddress(page, school, await registerByForm(page, 'Ana Brook'));
  const { insertedId: learnerid } = await addChild(page, { firstname: 'Mia' });
  const other = await (await browser.newContext({ baseURL })).newPage();
  const email = await registerByForm(other, 'Ben Brook');
  await proveAddress(other, school, email);
  await callAs(page, 'POST', '/guardians', {
    learnerid,
    email,
    mayenrol: false,
    maypay: false,
    getsmail: true,
  });
  await other.goto(await mailedPath(school, email, 'You have been invited'));
  await other.getByRole('button', { name: 'Accept' }).click();
  await expect(other).toHaveURL('/account/family');
  await expect(other.getByText('You look after Mia: you can see the classes.')).toBeVisible();
  await expectGood(other, 'looks-after');
  await other.getByRole('button', { name: 'Stop looking after Mia' }).click();
  await other
    .getByRole('dialog', { name: 'Stop looking after Mia?' })
    .getByRole('button', { name: 'Stop looking after Mia' })
    .click();
  await expect(other.getByText('You no longer look after Mia')).toBeVisible();
  await expect(person(other, 'Mia Brook')).toHaveCount(0);
  await page.goto('/account/family');
  await expect(person(page, 'Mia Brook')).toBeVisible();
  await expect(person(page, 'Mia Brook')).not.toContainText('Ben Brook');
  await other.context().close();
});

for (const width of walkedAt(360, 1280)) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a second parent is asked, sees the child, and does no more than is right, nor for longer', async ({
      page,
      browser,
      baseURL,
      school,
    }) => {
      const email = await registerByForm(page, 'Ana Brook');
      await addChild(page, { firstname: 'Mia' });
      await page.goto('/account/family');
      const ask = async (address: string) => {
        await page.getByRole('button', { name: 'Add another parent of Mia' }).click();
        await expect(page.getByRole('dialog', { name: 'Add a guardian for Mia' })).toBeVisible();
        await dialog(page).getByLabel('Their email').fill(address);
        await dialog(page).getByRole('checkbox', { name: 'Choose classes' }).check();
      };
      await proveAddress(page, school, email);
      const ben = `ben-${crypto.randomUUID()}@cadenza.example`;
      await page.goto('/account/family');
      await ask('ben');
      await dialog(page).getByRole('button', { name: 'Send the email' }).click();
      await expect(dialog(page).getByText(/^Enter an email address/)).toBeVisible();
      await dialog(page).getByLabel('Their email').fill(ben);
      await expectGood(page, 'ask-guardian', [width]);
      await dialog(page).getByRole('button', { name: 'Send the email' }).click();
      await expect(person(page, 'Mia Brook')).toContainText('Invited by email, not accepted yet.');
      await expectGood(page, 'asked', [width]);

      // Whoever else opens the link is told whose it is.
      const link = await mailedPath(school, ben, 'You have been invited');
      await page.goto(link);
      await expect(page.getByRole('heading', { name: 'This link is for another address' })).toBeVisible();
      await expect(page.getByText(email)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0);
      await expectGood(page, 'other-address', [width]);

      const other = await (await browser.newContext({ baseURL, viewport: { width, height: 900 } })).newPage();
      await other.goto(link);
      await expect(other.getByText('Ana Brook has invited you to be a guardian of Mia Brook')).toBeVisible();
      await other.getByRole('button', { name: 'Accept' }).click();
      await expect(other.getByText('Enter your name.')).toBeVisible();
      await expect(other.getByLabel('Your name')).toBeFocused();
      await other.getByLabel('Your name').fill('Ben Brook');
      await other.getByLabel('Choose a password').fill('practice!1');
      await other.getByRole('button', { name: 'Accept' }).click();
      await expect(other.getByText('Missing Capital letter')).toBeVisible();
      await expectGood(other, 'claim', [width]);
      await other.getByLabel('Choose a password').fill('Practice!1');
      await other.getByRole('button', { name: 'Accept' }).dblclick();
      await expect(other).toHaveURL('/account/family');
      await expect(person(other, 'Mia Brook')).toContainText('You can see the classes and choose classes.');
      await expect(other.getByRole('button', { name: 'Remove Mia' })).toHaveCount(0);
      await expect(other.getByRole('button', { name: /another parent/ })).toHaveCount(0);
      await expectGood(other, 'guarded', [width]);
      // The mail that brought the link was all that was needed.
      expect(mailsTo(school, ben)).toHaveLength(1);
      await other.goto(link);
      await expect(other.getByRole('heading', { name: 'You have accepted this already' })).toBeVisible();
      await expectGood(other, 'used', [width]);

      // What is right changes at the next call, and ends at the next call.
      await page.goto('/account/family');
      await expect(person(page, 'Mia Brook')).toContainText('Ben Brook');
      await expectGood(page, 'guardian', [width]);
      await page.getByRole('button', { name: 'Edit permissions (Ben Brook)' }).click();
      await expect(page.getByRole('dialog', { name: 'Permissions of Ben Brook' })).toBeVisible();
      await dialog(page).getByRole('checkbox', { name: 'Choose classes' }).uncheck();
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(person(page, 'Mia Brook')).toContainText('May see the classes and get the emails.');
      await other.goto('/classes');
      await other
        .getByRole('button', { name: /^Select / })
        .and(other.locator(':enabled'))
        .first()
        .click();
      await expect(dialog(other).getByRole('checkbox', { name: /Mia/ })).toContainText('not choose them');
      await expect(dialog(other).getByRole('checkbox', { name: /Mia/ })).toBeDisabled();
      await page.getByRole('button', { name: 'End that Ben Brook looks after Mia' }).click();
      await expect(page.getByRole('dialog', { name: 'Remove Ben Brook as a guardian?' })).toBeVisible();
      await dialog(page).getByRole('button', { name: 'Remove' }).click();
      await expect(person(page, 'Mia Brook')).not.toContainText('Ben Brook');
      await other.goto('/account/family');
      await expect(person(other, 'Ben Brook')).toBeVisible();
      await expect(person(other, 'Mia Brook')).toHaveCount(0);
      await other.context().close();
    });

    test('a teenager takes the lessons over, and decides who else looks after them', async ({
      page,
      browser,
      baseURL,
      school,
    }) => {
      const classid = await addClass(page, `Lute for Growing Up ${width}`);
      const email = await registerByForm(page, 'Ana Brook');
      await proveAddress(page, school, email);
      const { insertedId: learnerid } = await addChild(page, { firstname: 'Ole', born: '2011-02-03' });
      await enrolByHand(browser, baseURL, { classid, learnerid });

      await page.goto('/account/family');
      await expect(person(page, 'Ole Brook')).toContainText(/Lute for Growing Up \d+Enrolled/);
      await page.getByRole('button', { name: 'Give Ole their own account' }).click();
      await expect(page.getByRole('dialog', { name: 'Give Ole their own account' })).toBeVisible();
      const ole = `ole-${crypto.randomUUID()}@cadenza.example`;
      await dialog(page).getByLabel('Their email').fill(ole);
      await dialog(page).getByRole('checkbox', { name: 'Pay' }).uncheck();
      await expectGood(page, 'take-over', [width]);
      await dialog(page).getByRole('button', { name: 'Send the email' }).click();
      await expect(person(page, 'Ole Brook')).toContainText(`Own account offered to ${ole}, until `);
      await expect(person(page, 'Ole Brook')).not.toContainText('Other guardians');
      const give = page.getByRole('button', { name: 'Give Ole their own account' });
      await expect(give).toHaveCount(0);
      await expectGood(page, 'offered', [width]);

      const link = await mailedPath(school, ole, 'Your own account');
      const other = await (await browser.newContext({ baseURL, viewport: { width, height: 900 } })).newPage();
      await other.goto(link);
      await expect(other.getByRole('heading', { name: 'Your own account' })).toBeVisible();
      await expect(other.getByLabel('Your name')).toHaveValue('Ole Brook');
      await other.getByLabel('Choose a password').fill('Practice!1');
      await expectGood(other, 'claim-take-over', [width]);
      await other.getByRole('button', { name: 'Use my own account' }).click();
      await expect(other).toHaveURL('/account/family');
      await expect(person(other, 'Ole Brook')).toContainText('You, ');
      await expect(person(other, 'Ole Brook')).toContainText(`Lute for Growing Up ${width}`);
      await expect(person(other, 'Ole Brook')).toContainText('Ana Brook');
      await expectGood(other, 'taken-over', [width]);

      await page.goto('/account/family');
      await expect(person(page, 'Ole Brook')).toContainText('belongs to another account.');
      // The name is that of the account now; what teachers must know is still said here.
      await person(page, 'Ole Brook').getByRole('button', { name: 'Change' }).click();
      await expect(dialog(page).getByLabel('First name')).toHaveCount(0);
      await dialog(page).getByRole('textbox').last().fill('No peanuts');
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(dialog(page)).toHaveCount(0);
      await page.getByRole('button', { name: 'Take back Ole Brook' }).click();
      await page
        .getByRole('dialog', { name: 'Take Ole Brook back?' })
        .getByRole('button', { name: 'Cancel' })
        .click();
      await other.getByRole('button', { name: 'End that Ana Brook looks after you' }).click();
      await dialog(other).getByRole('button', { name: 'Remove' }).click();
      await expect(person(other, 'Ole Brook')).not.toContainText('Ana Brook');
      await page.goto('/account/family');
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(person(page, 'Ole Brook')).toHaveCount(0);
      await other.context().close();
    });
  });
}
