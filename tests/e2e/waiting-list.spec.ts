import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways, registerByForm } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { proveAddress } from './mailed-link.ts';
import { test } from './own-school.ts';
import { walkedAt } from './walked-at.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Listed = { _id: string; classname: string; availableseat: number; status: string };

for (const width of walkedAt(360, 768, 1280))
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the office sees who waits for a class, and removes somebody', async ({ page }) => {
      await signIn(page, ADMIN.email);
      const classes = await callAs<Listed[]>(page, 'GET', '/classes/all');
      const full = classes.filter(
        ({ availableseat, status }) => availableseat === 0 && status === 'approved',
      );
      const lines = await Promise.all(
        full.map(async ({ _id }) => ({
          _id,
          ...(await callAs<{ waiting: { learnername: string }[] }>(page, 'GET', `/class/${_id}/waitlist`)),
        })),
      );
      const line = lines.find(({ waiting }) => waiting.length > 0);
      if (!line) throw new Error('The demo has a class that somebody waits for.');
      await page.goto(`/admin/roster/${line._id}`);
      await expect(page.getByRole('heading', { name: 'Waiting list' })).toBeVisible();
      await expectAccessible(page);
      await expectNoSideways(page);
      const name = line.waiting[0]?.learnername ?? '';
      await page.getByRole('button', { name: `Remove ${name} from the waiting list` }).click();
      const dialog = page.getByRole('dialog', { name: `Remove ${name} from the waiting list?` });
      await expectAccessible(page);
      if (width < 1280) return dialog.getByRole('button', { name: 'Keep it' }).click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('Removed from the waiting list. The family gets an email.')).toBeVisible();
      await page.goto('/admin/log?about=class');
      await expect(page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first()).toContainText(
        'from the waiting list of',
      );
    });

    test('the office offers a child the place that the turn of brothers and sisters leaves free', async ({
      page,
      browser,
      baseURL,
      school,
    }) => {
      await signIn(page, ADMIN.email);
      const { insertedId: classid } = await callAs(page, 'POST', '/addclass', {
        classname: `Cello for Two ${width}`,
        image: '/art/class-first-piano-960.webp',
        price: '45',
        availableseat: 0,
        instructoremail: 'clara@cadenza.example',
      });
      await callAs(page, 'PUT', `/class/approved/${classid}`);
      const parent = await (await browser.newContext({ baseURL })).newPage();
      await proveAddress(parent, school, await registerByForm(parent, 'Ida Marsh'));
      for (const firstname of ['Jo', 'Kit']) {
        const child = { firstname, lastname: `Marsh${width}` };
        const { insertedId: learnerid } = await callAs(parent, 'POST', '/learners', child);
        await callAs(parent, 'POST', '/waitlist', { classid, learnerid });
      }
      await parent.context().close();
      // Of two places a family is offered one at a time.
      await callAs(page, 'PUT', `/class/update/${classid}`, { availableseat: 2 });

      await page.goto(`/admin/roster/${classid}`);
      await expect(page.getByText('1 place is free.')).toBeVisible();
      const name = `Kit Marsh${width}`;
      const offer = page.getByRole('button', { name: `Offer now: a place for ${name}` });
      await offer.click();
      const dialog = page.getByRole('dialog', { name: `Offer ${name} a place?` });
      await expect(dialog).toContainText('They are next in line.');
      await expectNoSideways(page);
      await dialog.getByRole('button', { name: 'Offer now' }).click();
      await expect(offer).toHaveCount(0);
      await expect(page.getByText('Place offered', { exact: true })).toHaveCount(2);
    });
  });
