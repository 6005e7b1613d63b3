import { type CatchUps, catchUpCalls } from '#contract/catchups/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import type { Family } from '#web/lib/family/family.ts';

const api = apiOf(catchUpCalls);

/** What each of a family misses and may catch up, by learner. */
export type FamilyCatchUps = Readonly<Record<string, CatchUps>>;

export async function readCatchUps(family: Family): Promise<FamilyCatchUps> {
  const read = family.map(async ({ _id }) => {
    const catchups = await api.listCatchUps({ querystring: { learnerid: _id } });
    return [_id, catchups] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
