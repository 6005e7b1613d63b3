import { selectionCalls } from '#contract/selections/calls.ts';
import { t } from '#languages/t.ts';
import { toast } from '#web/components/layout/toasts.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, type Outcome } from '#web/lib/api/change.ts';
import { noteSelected, refreshMyClasses } from '#web/lib/family/my-classes.ts';

const api = apiOf(selectionCalls);

export const hasClash = (classid: string): Promise<boolean> =>
  api.listClashes({ params: { classid } }).then(
    (clashes) => clashes.length > 0,
    () => false,
  );

export async function selectClass(body: { classid: string; email: string }): Promise<Outcome> {
  const outcome = await announce(api.selectClass({ body }));
  if (!outcome.isDone) return outcome;
  if ('message' in outcome.answer) {
    // In another window, or before this page was loaded.
    toast('error', t('selections.selected_already'));
    await refreshMyClasses();
  } else {
    toast('success', t('selections.selected_one'));
    noteSelected(body.classid);
  }
  return outcome;
}
