import type { TestSchool } from './school.ts';

/** Lets the seven days pass for accounts that are being deleted, while the clock stands. */
export async function letLeave(school: Pick<TestSchool, 'db' | 'clock' | 'work'>): Promise<void> {
  await school.db
    .updateTable('users')
    .set({ leavesat: school.clock.now })
    .where('leavesat', 'is not', null)
    .execute();
  await school.work();
}
