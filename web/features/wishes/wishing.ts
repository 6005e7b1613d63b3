import type { WishDraft } from '#contract/wishes/calls.ts';
import { announce, type Outcome } from '#web/lib/api/change.ts';

/** How families say what would suit. Only who does loads how that is done. */
export const wishingChanges = {
  async addWish(draft: WishDraft): Promise<Outcome> {
    const script = await announce(import('./wish.ts'));
    return script.isDone ? script.answer.addWish(draft) : script;
  },
};
