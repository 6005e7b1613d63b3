import { forgetRosters, ROSTERS } from './forget-rosters.ts';

/* Apart from what every page loads: whose rosters this browser keeps, as `<userid> <epoch ms>`. */

/** Notes that an account's rosters are kept here, until a moment. */
export const noteRosters = (userid: string, until: number) =>
  localStorage.setItem(ROSTERS, `${userid} ${until}`);

/** Whose rosters are kept here; undefined where there are none. */
export const rosterOwner = () => localStorage.getItem(ROSTERS)?.split(' ')[0];

/** Removes rosters of any account but this, and those that are too old. */
export function keepRostersOf(userid: string) {
  const [owner, until] = localStorage.getItem(ROSTERS)?.split(' ') ?? [];
  if (owner !== userid || Number(until) < Date.now()) forgetRosters();
}
