import { apiErrorOf } from '#contract/client.ts';
import { api } from '#web/lib/api.ts';
import { clientConfig } from '#web/lib/config.ts';

let isSeen = false;

/** Called by the page of what is still to do: from then on the dashboard no longer leads there by itself. */
export const noteStartSeen = () => {
  isSeen = true;
};

/** How much keeps a real school from opening; nothing in the demo, and nothing while that cannot be asked: the dashboard is not held up by it. */
export async function countToDo(): Promise<number> {
  if (clientConfig().isDemo) return 0;
  try {
    return (await api.readGoLive()).filter(({ done }) => !done).length;
  } catch (error) {
    if (apiErrorOf(error)) return 0;
    throw error;
  }
}

export const isStartSeen = () => isSeen;
