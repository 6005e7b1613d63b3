import { LEARNER_NAME_MAX } from '#contract/learners/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { useConfig } from '#web/lib/page/config.ts';

/** A child as it is typed. */
export type ChildDraft = { key: number; firstname: string; lastname: string; born: string };
/** What is wrong with it, by field. */
export type ChildFaults = Partial<Record<keyof Omit<ChildDraft, 'key'>, string>>;

/** Whether anything is said of the child itself; a last name stands there from the start. */
export const isBlank = ({ firstname, born }: ChildDraft) => !firstname.trim() && !born;

/** Who a class is for who is not known to the school yet. */
export function ChildFields({
  draft,
  faults,
  isBornNeeded,
  isFirst,
  onChange,
  onRemove,
}: {
  draft: ChildDraft;
  faults: ChildFaults;
  /** Whether the class is for certain ages. */
  isBornNeeded: boolean;
  /** Whether it takes the focus as it comes. */
  isFirst: boolean;
  onChange: (draft: ChildDraft) => void;
  /** Left out where there is no other learner to choose. */
  onRemove?: () => void;
}) {
  const { timezone = 'UTC' } = useConfig().school;
  const name = draft.firstname.trim();
  return (
    <fieldset className="rounded-field border border-[#8a8296] p-4">
      <legend className="px-1 font-semibold text-sm">{t('learners.child')}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('learners.first_name')}
          maxLength={LEARNER_NAME_MAX}
          autoComplete="off"
          autoFocus={isFirst}
          data-takes-focus={isFirst || undefined}
          value={draft.firstname}
          error={faults.firstname}
          onChange={({ target }) => onChange({ ...draft, firstname: target.value })}
        />
        <TextField
          label={t('learners.last_name')}
          maxLength={LEARNER_NAME_MAX}
          autoComplete="off"
          value={draft.lastname}
          error={faults.lastname}
          onChange={({ target }) => onChange({ ...draft, lastname: target.value })}
        />
        <TextField
          label={isBornNeeded ? t('learners.date_of_birth') : t('learners.date_of_birth_optional')}
          type="date"
          max={dayAt(Date.now(), timezone)}
          value={draft.born}
          error={faults.born}
          onChange={({ target }) => onChange({ ...draft, born: target.value })}
        />
      </div>
      {onRemove && (
        <button type="button" className="btn btn-ghost btn-sm mt-3" onClick={onRemove}>
          {name ? t('learners.remove_named', { name }) : t('learners.remove_child')}
        </button>
      )}
    </fieldset>
  );
}
