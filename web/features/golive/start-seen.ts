import { apiErrorOf } from '#contract/client.ts';
import { goLiveCalls } from '#contract/golive/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { clientConfig } from '#web/lib/page/config.ts';

const api = apiOf(goLiveCalls);

const SEEN = 'start-seen';

/** Called by the page of what is still to do: from then on the dashboard no longer leads there by itself. */
export const noteStartSeen = () => localStorage.setItem(SEEN, 'yes');

export const isStartSeen = () => SEEN in localStorage;

/**
 * How many things keep a real school from opening; none in the demo, and none while that cannot be asked: the
 * dashboard does not wait for it.
 */
export async function countUnfinished(): Promise<number> {
  if (clientConfig().isDemo) return 0;
  try {
    return (await api.readGoLive()).filter(({ done }) => !done).length;
  } catch (error) {
    if (apiErrorOf(error)) return 0;
    throw error;
  }
}

const PUT_AWAY = 'before-you-open';

/**
 * Puts the line away that says how much is left, in this browser, until it is more; the school knows from then
 * on that it opens without that.
 */
export function putAway(unfinished: number) {
  localStorage.setItem(PUT_AWAY, String(unfinished));
  // What cannot be said now changes nothing on this screen.
  void api.putGoLiveAway().catch(() => {});
}

/** Whether so much is left, or less, as when the line was put away. */
export const isPutAway = (unfinished: number) => Number(localStorage.getItem(PUT_AWAY)) >= unfinished;
