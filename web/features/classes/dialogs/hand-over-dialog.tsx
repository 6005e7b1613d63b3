import { type FormEvent, Suspense, use } from 'react';
import type { MusicClass } from '#contract/classes/calls.ts';
import { isFormer, teacherName } from '#contract/former.ts';
import { SEARCH_WORDS_MAX } from '#contract/pages.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { decisionChanges } from '#web/features/classes/changes.ts';
import {
  findInstructors,
  type InstructorPage,
  useInstructorSearch,
} from '#web/features/classes/forms/instructor-search.ts';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';

type Loaded = { page: InstructorPage } | { problem: string };
export type InstructorLoad = Promise<Loaded>;

/**
 * Starts to load the first instructors for a hand-over; never rejects. Call it in an event handler, not while
 * rendering.
 */
export const loadInstructors = (): InstructorLoad =>
  findInstructors().then(
    (page) => ({ page }),
    (error: Error) => ({ problem: error.message }),
  );

type Props = {
  item: Pick<MusicClass, '_id' | 'classname' | 'instructorid' | 'instructorname' | 'instructoremail'>;
  load: InstructorLoad;
  onClose: () => void;
};

/** Gives a class to another instructor. */
export function HandOverDialog(props: Props) {
  return (
    <Dialog title={t('classes.hand_this_class_over')} onClose={props.onClose}>
      <Suspense fallback={<p className="text-quiet">{t('classes.loading_instructors')}</p>}>
        <Content {...props} />
      </Suspense>
    </Dialog>
  );
}

function Content({ item, load, onClose }: Props) {
  const all = use(load);
  if ('problem' in all) return <p className="text-error">{all.problem}</p>;
  const hasOthers = all.page.items.some(({ email }) => email !== item.instructoremail);
  if (!hasOthers) return <p>{t('classes.no_other_instructor_yet')}</p>;
  return (
    <div className="space-y-5">
      <p className="wrap-anywhere">
        {isFormer(item.instructoremail)
          ? rich('classes.hand_over_from_none', {
              classname: (
                <strong>
                  <OwnWords>{item.classname}</OwnWords>
                </strong>
              ),
            })
          : rich('classes.hand_over_from', {
              classname: (
                <strong>
                  <OwnWords>{item.classname}</OwnWords>
                </strong>
              ),
              teacher: teacherName(item.instructorname),
            })}
      </p>
      <Choice item={item} all={all} onClose={onClose} />
    </div>
  );
}

function Choice({ item, all, onClose }: Omit<Props, 'load'> & { all: { page: InstructorPage } }) {
  const { items, next, total, problem, search } = useInstructorSearch(all.page);
  const { isBusy, run } = useChange(decisionChanges, 'handOverClass');
  const others = problem ? [] : items.filter(({ email }) => email !== item.instructoremail);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = new FormData(event.currentTarget).get('email');
    const chosen = others.find((instructor) => instructor.email === email);
    if (!chosen) return;
    const { _id: id, instructorid: was } = item;
    const outcome = await run({ id, was, email: chosen.email, name: chosen.name });
    // The list behind says who teaches it now.
    if (outcome.isDone || outcome.refusal?.code === 'changed-meanwhile') onClose();
  }
  // The search stands outside the form, so that Enter in it hands nothing over.
  return (
    <>
      {all.page.next && (
        <TextField
          label={t('classes.search_instructors')}
          type="search"
          maxLength={SEARCH_WORDS_MAX}
          onChange={({ target }) => search(target.value)}
        />
      )}
      <form method="post" onSubmit={send} className="space-y-5">
        {others.length > 0 ? (
          <SelectField
            label={t('classes.new_teacher')}
            name="email"
            options={others.map(({ email }) => email)}
            optionLabels={labelsOf(others)}
            hint={next && t('classes.first_of_all', { count: items.length, total })}
          />
        ) : (
          <p role="alert">{problem || t('classes.no_instructors_match_your_search')}</p>
        )}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <button type="button" className="btn" onClick={onClose}>
            {t('common.cancel')}
          </button>
          <ActionButton
            type="submit"
            className="btn btn-primary"
            isBusy={isBusy}
            disabled={others.length === 0}
          >
            {t('classes.hand_over')}
          </ActionButton>
        </div>
      </form>
    </>
  );
}

/** By their addresses what teachers are called; with the address where two have one name. */
function labelsOf(teachers: readonly { name: string; email: string }[]): Record<string, string> {
  const isShared = (name: string) => teachers.filter((one) => one.name === name).length > 1;
  return Object.fromEntries(
    teachers.map(({ name, email }) => [email, isShared(name) ? `${name}, ${email}` : name]),
  );
}
