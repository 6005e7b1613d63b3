import { classCalls } from '#contract/classes/calls.ts';
import { planCalls } from '#contract/plans/calls.ts';
import { roomCalls } from '#contract/rooms/calls.ts';
import { termCalls } from '#contract/terms/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { termsFrom } from './typed-plan.ts';

const api = apiOf(classCalls, planCalls, roomCalls, termCalls);

/** What the form of a class's plans shows. Rejects where the class is none of the caller's. */
export async function loadPlans(id: string) {
  const [item, { plans, version }, rooms, terms] = await Promise.all([
    api.readClass({ params: { id } }),
    api.listPlans({ params: { id } }),
    api.listRooms(),
    api.listTerms(),
  ]);
  const today = dayAt(Date.now(), clientConfig().school.timezone);
  return { item, plans, version, rooms, terms: termsFrom(terms, today), today };
}
