import { apiErrorOf } from '#contract/client.ts';
import { goLiveCalls } from '#contract/golive/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { clientConfig } from '#web/lib/page/config.ts';

const api = apiOf(goLiveCalls);

let isSeen = false;

/** Called by the page of what is still to do: from then on the dashboard no longer leads there by itself. */
export const noteStartSeen = () => {
  isSeen = true;
};

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

export const isStartSeen = () => isSeen;
