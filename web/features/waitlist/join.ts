import { announce, type Outcome } from '#web/lib/api/change.ts';

/**
 * How students come onto waiting lists, wherever a full class stands. What visitors cannot do is done after
 * they have signed in.
 */
export const joinChanges = {
  async joinWaitlist(place: { classid: string; classname: string }): Promise<Outcome> {
    const script = await announce(import('./join-line.ts'));
    return script.isDone ? script.answer.joinWaitlist(place) : script;
  },
};
