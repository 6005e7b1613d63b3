import { type FormEvent, Suspense, use, useEffect, useRef, useState } from 'react';
import type { MusicClass } from '#contract/classes.ts';
import { isFormer } from '#contract/former.ts';
import { SEARCH_WORDS_MAX } from '#contract/pages.ts';
import type { UserPage } from '#contract/users.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { SelectField, TextField } from '#web/components/field.tsx';
import { api } from '#web/lib/api.ts';
import { useChange } from '#web/lib/change.ts';
import { decisionChanges } from './changes.ts';

type Loaded = { page: UserPage } | { problem: string };
export type InstructorLoad = Promise<Loaded>;

/** Starts to load who may take a class over, the first who are found for `q`; never rejects. Call it where somebody asks for it, not while rendering. */
export const loadInstructors = (q?: string): InstructorLoad =>
  api.searchUsers({ querystring: { role: 'instructor', q } }).then(
    (page) => ({ page }),
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
  const all = use(load);
  if ('problem' in all) return <p className="text-error">{all.problem}</p>;
  const hasOthers = all.page.items.some(({ email }) => email !== item.instructoremail);
  if (!hasOthers) return <p>There is no other instructor yet: make somebody one first.</p>;
  return (
    <div className="space-y-5">
      <p className="wrap-anywhere">
        <strong>{item.classname}</strong>{' '}
        {isFormer(item.instructoremail)
          ? 'has no teacher: the one who taught it has left. Once it is handed over you can approve it again.'
          : `is taught by ${item.instructorname}, who will no longer see its roster or change it.`}{' '}
        Students who are enrolled keep their places.
      </p>
      <Choice item={item} all={all} onClose={onClose} />
    </div>
  );
}

const TYPING_MS = 300;

/** What is found for the words that somebody types; before that what is there at all. */
function useSearch(all: Loaded) {
  const [found, setFound] = useState(all);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef<InstructorLoad>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function search(q: string) {
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      const load = loadInstructors(q);
      latest.current = load;
      const answer = await load;
      if (latest.current === load) setFound(answer);
    }, TYPING_MS);
  }
  return { found, search };
}

function Choice({ item, all, onClose }: Omit<Props, 'load'> & { all: { page: UserPage } }) {
  const { found, search } = useSearch(all);
  const { isBusy, run } = useChange(decisionChanges, 'handOverClass');
  const { items, next, total } = 'page' in found ? found.page : { items: [], next: null, total: 0 };
  const others = items.filter(({ email }) => email !== item.instructoremail);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = new FormData(event.currentTarget).get('email');
    const chosen = others.find((instructor) => instructor.email === email);
    if (!chosen) return;
    const { isDone } = await run({ id: item._id, email: chosen.email, name: chosen.name });
    if (isDone) onClose();
  }
  // The search stands outside the form, so that Enter in it hands nothing over.
  return (
    <>
      {all.page.next && (
        <TextField
          label="Search instructors"
          type="search"
          maxLength={SEARCH_WORDS_MAX}
          onChange={({ target }) => search(target.value)}
        />
      )}
      <form method="post" onSubmit={send} className="space-y-5">
        {others.length > 0 ? (
          <SelectField
            label="New teacher"
            name="email"
            options={others.map(({ email }) => email)}
            optionLabels={Object.fromEntries(others.map(({ name, email }) => [email, `${name}, ${email}`]))}
            hint={next && `The first ${items.length} of ${total}: search for the others by name or email.`}
          />
        ) : (
          <p role="alert">{'problem' in found ? found.problem : 'No instructors match your search.'}</p>
        )}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <ActionButton
            type="submit"
            className="btn btn-primary"
            isBusy={isBusy}
            disabled={others.length === 0}
          >
            Hand over
          </ActionButton>
        </div>
      </form>
    </>
  );
}
