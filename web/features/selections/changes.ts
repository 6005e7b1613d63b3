import { toast } from '#web/components/toasts.tsx';
import { api } from '#web/lib/api.ts';
import { announce, type Outcome } from '#web/lib/change.ts';
import { noteSelected, refreshAfter, refreshMyClasses } from '#web/lib/my-classes.ts';

/** What students change of their selected classes. */
export const selectionChanges = {
  async selectClass(body: { classid: string; email: string }): Promise<Outcome> {
    const outcome = await announce(api.selectClass({ body }));
    if (!outcome.isDone) return outcome;
    if ('message' in outcome.answer) {
      // In another window, or before this page was loaded.
      toast('error', 'User Already Select this class');
      await refreshMyClasses();
    } else {
      toast('success', "You've Selected Class");
      noteSelected(body.classid);
    }
    return outcome;
  },
  deleteSelection: (params: { id: string }) =>
    refreshAfter(
      announce(api.deleteSelection({ params }), { done: 'Deleted Data Success', failed: 'Deleted Failed' }),
    ),
};
