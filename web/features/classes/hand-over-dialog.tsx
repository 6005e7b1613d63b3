import { type FormEvent, Suspense, use } from 'react';
import type { MusicClass } from '#contract/classes.ts';
import { isFormer } from '#contract/former.ts';
import type { Instructor } from '#contract/users.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { SelectField } from '#web/components/field.tsx';
import { api } from '#web/lib/api.ts';
import { useChange } from '#web/lib/change.ts';
import { decisionChanges } from './changes.ts';

export type InstructorLoad = Promise<{ instructors: Instructor[] } | { problem: string }>;

/** Starts to load who may take a class over; never rejects. Call it where somebody asks for it, not while rendering. */
export const loadInstructors = (): InstructorLoad =>
  api.listInstructors().then(
    (instructors) => ({ instructors }),
    (error: Error) => ({ problem: error.message }),
  );

type Props = {
  item: Pick<MusicClass, '_id' | 'classname' | 'instructorname' | 'instructoremail'>;
  load: InstructorLoad;
  onClose: () => void;
};

/** Gives a class to another instructor. */
export function HandOverDialog(props: Props) {
  return (
    <Dialog title="Hand this class over" onClose={props.onClose}>
      <Suspense fallback={<p className="text-quiet">Loading the instructors…</p>}>
        <Content {...props} />
      </Suspense>
    </Dialog>
  );
}

function Content({ item, load, onClose }: Props) {
  const loaded = use(load);
  const { isBusy, run } = useChange(decisionChanges, 'handOverClass');
  if ('problem' in loaded) return <p className="text-error">{loaded.problem}</p>;
  const others = loaded.instructors.filter(({ email }) => email !== item.instructoremail);
  if (others.length === 0) return <p>There is no other instructor yet: make somebody one first.</p>;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = new FormData(event.currentTarget).get('email');
    const chosen = others.find((instructor) => instructor.email === email);
    if (!chosen) return;
    const { isDone } = await run({ id: item._id, email: chosen.email, name: chosen.name });
    if (isDone) onClose();
  }
  return (
    <form method="post" onSubmit={send} className="space-y-5">
      <p className="wrap-anywhere">
        <strong>{item.classname}</strong>{' '}
        {isFormer(item.instructoremail)
          ? 'has no teacher: the one who taught it has left. Once it is handed over you can approve it again.'
          : `is taught by ${item.instructorname}, who will no longer see its roster or change it.`}{' '}
        Students who are enrolled keep their places.
      </p>
      <SelectField
        label="New teacher"
        name="email"
        options={others.map(({ email }) => email)}
        optionLabels={Object.fromEntries(others.map(({ name, email }) => [email, `${name}, ${email}`]))}
      />
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy}>
          Hand over
        </ActionButton>
      </div>
    </form>
  );
}
