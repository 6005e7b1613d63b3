import { announce, type Outcome } from '#web/lib/api/change.ts';

// What visitors cannot do is done after they have signed in.
const load = () => import('./select.ts');

/** Whether the student has something else at the times of a class; without an answer, paying asks again. */
export const hasClash = (classid: string): Promise<boolean> =>
  load().then(
    (script) => script.hasClash(classid),
    () => false,
  );

/** How students select a class, wherever its card stands. */
export const selectChanges = {
  async selectClass(body: { classid: string; email: string }): Promise<Outcome> {
    const script = await announce(load());
    return script.isDone ? script.answer.selectClass(body) : script;
  },
};
