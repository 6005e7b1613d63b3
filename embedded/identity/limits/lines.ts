import { refuse } from '#embedded/identity/errors.ts';

/** One at work and two that wait, for each owner. */
const AT_ONCE = 3;

/** Whose verification it is: an account's or a network's; a wide network counts as `times` narrow ones. */
export type Owner = { id: string; times?: number };

/** Runs `work` where each of its owners has a place left, and refuses at once where one has none. */
export type InLine = <T>(owners: readonly Owner[], work: () => Promise<T>) => Promise<T>;

/** Bounds what one account or network has under way in this process, so that the others get their turns. */
export function lines(): InLine {
  const going = new Map<string, number>();
  return async (owners, work) => {
    const isFull = owners.some(({ id, times = 1 }) => (going.get(id) ?? 0) >= AT_ONCE * times);
    if (isFull) refuse('TOO_MANY_ATTEMPTS_TRY_LATER');
    for (const { id } of owners) going.set(id, (going.get(id) ?? 0) + 1);
    try {
      return await work();
    } finally {
      for (const { id } of owners) {
        const left = (going.get(id) ?? 1) - 1;
        if (left > 0) going.set(id, left);
        else going.delete(id);
      }
    }
  };
}
