import { toast } from '#web/components/toasts.tsx';

type Warned = {
  clashes?: readonly { with: string; learnername?: string }[];
  hints?: readonly { with: string; learnername: string }[];
};

const namesOf = (warnings: readonly { with: string }[]) =>
  new Intl.ListFormat('en-GB').format(new Set(warnings.map((one) => one.with)));

/** Tells of lessons that are at the time of a class which was just selected, where there are any. */
export function toastLessonWarnings({ clashes = [], hints = [] }: Warned): void {
  if (clashes.length > 0) toast('info', `It meets at the same time as ${namesOf(clashes)}.`);
  else if (hints[0]) toast('info', `${hints[0].learnername} is in ${hints[0].with} at the same time.`);
}
