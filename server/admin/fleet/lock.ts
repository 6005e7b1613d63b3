import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Refused } from '#server/admin/command.ts';
import { ownFolder } from './folders.ts';

/**
 * Runs `work` while no other command changes this fleet, by a lock that the kernel frees however its process
 * dies. Throws `Refused` where one does.
 */
export async function alone<T>(root: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(join(ownFolder(root), 'lock'));
  try {
    lock.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new Refused(`Another command is at work on the schools in ${root}. Give this one again after it.`);
  }
  return work().finally(() => lock.close());
}
