import { useState } from 'react';
import { useNavigate } from 'react-router';
import { classCalls, type MusicClass } from '#contract/classes/calls.ts';
import type { ClassDraft } from '#contract/classes/form.ts';
import { Meanwhile } from '#web/components/form/meanwhile.tsx';
import { AFTER_SAVE } from '#web/components/layout/leaving.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { editChanges } from '#web/features/classes/changes.ts';
import { StatusBadge } from '#web/features/classes/status-badge.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import { ClassForm } from './class-form.tsx';

const api = apiOf(classCalls);

const UPDATE = { label: 'Update Class', value: 'update' };
const RESUBMIT = { label: 'Update and resubmit', value: 'resubmit' };

type Props = {
  item: MusicClass;
  /** Where it leads once it is saved. */
  list: string;
  /** Whether an admin fills it in, who decides on the class too. */
  isAdmin?: boolean;
};

/** The form of an existing class; changes that were saved elsewhere meanwhile are shown and kept. */
export function UpdateClassForm({ item, list, isAdmin = false }: Props) {
  const navigate = useNavigate();
  const update = useChange(editChanges, 'updateClass');
  const resubmit = useChange(editChanges, 'resubmitClass');
  // `seen` is the class as it was read, `shown` what the form starts with, `before` what had been seen when
  // it turned out to be stale.
  const [{ seen, shown, before }, setForm] = useState<Form>({ seen: item, shown: draftOf(item) });
  const isDenied = seen.status === 'denied';

  async function save(draft: ClassDraft, value: string) {
    const edits = changesOf(draftOf(seen), draft);
    const edited = { id: seen._id, version: seen.version, edits };
    const outcome = await (value === RESUBMIT.value
      ? resubmit.run(edited)
      : update.run({ ...edited, isLeftDenied: isDenied }));
    if (outcome.isDone) await navigate(list, { state: AFTER_SAVE });
    else if (outcome.refusal?.code === 'changed-meanwhile') {
      const now = await api.readClass({ params: { id: seen._id } }).catch(() => null);
      if (now) setForm({ seen: now, shown: { ...draftOf(now), ...edits }, before: seen });
    }
    return outcome;
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <PageHeading title="Update Class" />
        <StatusBadge status={seen.status} />
      </div>
      {before && <ChangedMeanwhile before={before} now={seen} />}
      {isDenied && <Reason item={seen} isAdmin={isAdmin} />}
      <ClassForm
        key={seen.version}
        initial={shown}
        isEdited={before !== undefined}
        instructor={{ name: seen.instructorname, email: seen.instructoremail }}
        actions={isDenied ? [RESUBMIT, UPDATE] : [UPDATE]}
        note={noteOn(seen, isAdmin)}
        onSave={save}
      />
    </>
  );
}

/** What the buttons do, where their words alone do not say it. */
function noteOn({ status }: MusicClass, isAdmin: boolean): string | undefined {
  if (status === 'denied')
    return `Update and resubmit saves the class and ${isAdmin ? 'puts it among the pending ones' : 'asks the school to decide again'}. Update Class only saves it: it stays denied.`;
  return isAdmin && status === 'approved'
    ? 'What you save is public at once, and counts as approved.'
    : undefined;
}

type Form = { seen: MusicClass; shown: ClassDraft; before?: MusicClass };

const LABELS = {
  status: 'Status',
  classname: 'Class Name',
  price: 'Price',
  priceunit: 'The price is',
  duetext: 'When and how it is due',
  availableseat: 'Available Seat',
  level: 'Level',
  group: 'Group',
  description: 'Description',
  agefrom: 'Youngest age',
  ageto: 'Oldest age',
  image: 'Image',
} as const;

/** Takes the focus, since the form below it has been put together again. */
function ChangedMeanwhile({ before, now }: { before: MusicClass; now: MusicClass }) {
  const names = Object.keys(LABELS) as (keyof typeof LABELS)[];
  return (
    <Meanwhile key={now.version} title="This class was changed while you were editing">
      <ul className="mt-2 list-disc ps-5">
        {names
          .filter((name) => before[name] !== now[name])
          .map((name) => (
            <li key={name} className="wrap-anywhere">
              {LABELS[name]}
              {name !== 'image' &&
                name !== 'description' &&
                `: ${before[name] ?? 'none'} is now ${now[name] ?? 'none'}`}
            </li>
          ))}
      </ul>
      <p className="mt-2">Nothing was saved yet. What you typed is still here: check it and save again.</p>
    </Meanwhile>
  );
}

const draftOf = (item: MusicClass): ClassDraft => ({
  classname: item.classname,
  image: item.image,
  price: String(item.price),
  priceunit: item.priceunit ?? '',
  duetext: item.duetext ?? '',
  availableseat: String(item.availableseat),
  level: item.level,
  group: item.group,
  description: item.description,
  agefrom: item.agefrom?.toString() ?? '',
  ageto: item.ageto?.toString() ?? '',
});

/** Only what was edited: a seat that was sold while the form was open stays sold. */
function changesOf(before: ClassDraft, after: ClassDraft): Partial<ClassDraft> {
  const names = Object.keys(after) as (keyof ClassDraft)[];
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  );
}

function Reason({ item, isAdmin }: Pick<Props, 'item' | 'isAdmin'>) {
  return (
    <section aria-labelledby="reason" className="mb-6 rounded-card border border-error/40 bg-blush/50 p-5">
      <h2 id="reason" className="text-subheading">
        This class was denied
      </h2>
      {item.feedback ? (
        <p dir="auto" className="wrap-anywhere mt-2 whitespace-pre-wrap">
          {item.feedback}
        </p>
      ) : (
        <p className="mt-2">{isAdmin ? 'No reason was written.' : 'The school has not written why yet.'}</p>
      )}
      {!isAdmin && (
        <p className="mt-2 text-quiet text-sm">
          Revise it below and submit it again; the school then decides again.
        </p>
      )}
    </section>
  );
}
