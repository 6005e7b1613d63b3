import type { FamilyWish } from './choose.ts';

/** How a class is chosen for some of a family. Only who has a family loads how that is done. */
export const choosingChanges = {
  chooseForFamily: async (wish: FamilyWish) => (await import('./choose.ts')).chooseForFamily(wish),
};
