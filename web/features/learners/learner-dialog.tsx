import type { Learner, LearnerDraft as LearnerDraftInput } from '#contract/learners/calls.ts';
import { LearnerDraft, SelfDraft } from '#contract/learners/form.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { type Outcome, useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { familyChanges } from './changes.ts';
import { calledName } from './learner-words.ts';

type Props = {
  learner?: Learner;
  /** What a new child is probably called. */
  lastname?: string;
  onClose: () => void;
};

/**
 * Adds a child, or changes what is said of the one that is given. The name of an account itself, the caller's or
 * that of a child with an own one, is in its profile.
 */
export function LearnerDialog(props: Props) {
  const save = useSave(familyChanges);
  return (
    <LearnerForm
      {...props}
      send={(draft, seen) =>
        seen
          ? save('updateLearner', { id: seen._id, ...draft, was: seenOf(seen) })
          : save('addLearner', draft)
      }
    />
  );
}

/** What is said of a learner. */
type Said = Pick<Learner, '_id' | 'self' | 'firstname' | 'lastname' | 'born' | 'note'> & {
  learnername: string;
};

/** The dialog of a learner; `send` takes what was typed, and the learner as the form read it. */
export function LearnerForm({
  learner,
  lastname,
  send,
  onClose,
}: {
  learner?: Said | undefined;
  lastname?: string | undefined;
  send: (draft: LearnerDraftInput, seen: Said | undefined) => Promise<Outcome>;
  onClose: () => void;
}) {
  const { timezone = 'UTC' } = useConfig().school;
  const isSelf = learner?.self ?? false;
  const isNamed = learner?.firstname !== null;
  const form = useForm(isNamed ? LearnerDraft : SelfDraft, {
    fields: fieldsOf({ isNamed, isSelf }, dayAt(Date.now(), timezone)),
    item: learner,
    draftOf: (one) => draftOf(one, lastname),
    toInput: ({ born, note, ...names }) => ({
      ...(isNamed ? names : {}),
      born: born || null,
      note: note || null,
    }),
    send: (draft, seen) => send(draft as LearnerDraftInput, seen),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={titleOf(learner)}
      action={learner ? t('common.save') : t('common.add')}
      changed={
        isSelf
          ? t('learners.self_changed_meanwhile')
          : t('learners.changed_meanwhile', { name: form.now.firstname || (learner?.learnername ?? '') })
      }
      of={form}
      onClose={onClose}
    />
  );
}

const namesOf = () => ({
  firstname: { label: t('learners.first_name'), isHalf: true },
  lastname: { label: t('learners.last_name'), isHalf: true },
});

const fieldsOf = ({ isNamed, isSelf }: { isNamed: boolean; isSelf: boolean }, today: string) => ({
  ...(isNamed ? namesOf() : {}),
  born: {
    label: t('learners.date_of_birth'),
    isOptional: true,
    hint: t('learners.born_hint'),
    max: today,
  },
  note: {
    label: t('learners.note'),
    isOptional: true,
    hint: isSelf ? t('learners.note_hint_of_self') : t('learners.note_hint_of_child'),
    rows: 3,
  },
});

const draftOf = (learner: Said | undefined, lastname = '') => ({
  firstname: learner?.firstname ?? '',
  lastname: learner ? (learner.lastname ?? '') : lastname,
  born: learner?.born ?? '',
  note: learner?.note ?? '',
});

export const seenOf = ({ firstname, lastname, born, note }: Said) => ({ firstname, lastname, born, note });

function titleOf(learner: Said | undefined): string {
  if (!learner) return t('learners.add_child');
  return learner.self ? t('learners.about_you') : t('common.change_named', { name: calledName(learner) });
}
