import { expect, test } from 'vitest';
import { soak } from '#proof/soak/run.ts';

/*
 * The long soak of `npm run proof`, as short as each fault comes once. Memory and what is left open are judged
 * after longer use.
 */

const MINUTES = 1;

test('what was acknowledged is there, and all that was written is whole, whatever dies or goes away meanwhile', async () => {
  const { asked, failed, done, enrolled, written, mails, copies, ...found } = await soak(MINUTES);
  const { lost, wrongBooks, unsent, staleCopies, ill, backup, otherTables } = found;
  expect({ failed, lost, wrongBooks, unsent, staleCopies, ill, backup, otherTables }).toEqual({
    failed: [],
    lost: [],
    wrongBooks: [],
    unsent: [],
    staleCopies: [],
    ill: [],
    backup: { missing: [], ill: [] },
    otherTables: [],
  });
  const happened = { ...done, backups: done.backups.length, asked, enrolled, written, mails, copies };
  const never = Object.entries(happened).flatMap(([what, times]) => (times > 0 ? [] : what));
  expect(never).toEqual([]);
});
