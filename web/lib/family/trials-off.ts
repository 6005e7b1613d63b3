import { type Trial, trialCalls } from '#contract/trials/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';

const api = apiOf(trialCalls);

/** What trial lessons take off the price of a place, in currency units; nothing where none does. */
export type OffOf = (place: { classid: string; learnerid: string }) => number;

/** Reads it for the family of the caller, or for one of its learners. */
export async function readTrialsOff(learnerid?: string): Promise<OffOf> {
  return offOf(await api.listTrials({ querystring: { learnerid } }));
}

export const offOf =
  (trials: readonly Pick<Trial, 'classid' | 'learnerid' | 'off'>[]): OffOf =>
  (place) =>
    trials.find(
      ({ classid, learnerid, off }) =>
        off !== undefined && classid === place.classid && learnerid === place.learnerid,
    )?.off ?? 0;
