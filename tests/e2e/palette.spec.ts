import { INK, PALETTES, PAPER, type Colours as Pair } from '#contract/school/calls.ts';
import { Colours, contrastOf } from '#contract/school/form.ts';
import { ADMIN } from '#server/database/seed/people.ts';
import { faultsOn } from './axe.ts';
import { expect, signIn, test } from './fixtures.ts';

const randomColour = () =>
  `#${Math.floor(Math.random() * 2 ** 24)
    .toString(16)
    .padStart(6, '0')}`;

/** Two colours that a school may choose, as hard to read as they may be. */
function randomPair(): Pair {
  for (;;) {
    const pair = { primary: randomColour(), accent: randomColour() };
    const isHard = contrastOf(pair.primary, PAPER) < 6 && contrastOf(pair.accent, INK) < 7;
    if (isHard && Colours.safeParse(pair).success) return pair;
  }
}

const { plum: _, ...others } = PALETTES;
const PAIRS = [...Object.values(others), randomPair(), randomPair(), randomPair()];

for (const path of ['/', '/classes', '/login', '/admin'])
  test(`everything on ${path} can be read in every palette, and in two colours of a school's own`, async ({
    page,
  }) => {
    if (path === '/admin') await signIn(page, ADMIN.email);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const { primary, accent } of PAIRS) {
      // As the root layout writes it.
      await page.evaluate(
        ({ primary, accent }) => {
          const { style, dataset } = document.documentElement;
          dataset.palette = 'own';
          style.setProperty('--color-primary', primary);
          style.setProperty('--color-accent', accent);
          // What moves from one colour to the next is not there yet.
          for (const animation of document.getAnimations()) animation.finish();
        },
        { primary, accent },
      );
      const violations = await faultsOn(page, ['color-contrast']);
      const faults = violations.flatMap(({ nodes }) =>
        nodes.map(({ html, any }) => `${any[0]?.message} ${html}`),
      );
      expect(faults, `${primary} and ${accent}`).toEqual([]);
    }
  });
