import { useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useNavigate } from 'react-router';
import type { ClassDraft } from '#contract/classes.form.ts';
import type { MusicClass } from '#contract/classes.ts';
import { ApiError } from '#contract/client.ts';
import { errors } from '#contract/errors.ts';
import { AFTER_SAVE } from '#web/components/leaving.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { ownClassChanges } from '#web/features/classes/changes.ts';
import { ClassForm } from '#web/features/classes/class-form.tsx';
import { StatusBadge } from '#web/features/classes/status-badge.tsx';
import { api } from '#web/lib/api.ts';
import { actionOf, useChange } from '#web/lib/change.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { currentSession } from '#web/lib/session/session.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/update-class';

export { Failure as ErrorBoundary } from '#web/components/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Update Class'), NOT_INDEXED];

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const found = await api.readClass({ params });
  const session = currentSession();
  const isOwn = session.state === 'signed-in' && session.user.email === found.instructoremail;
  if (!isOwn) {
    const [status, detail] = errors['class-not-found'];
    throw new ApiError({ status, code: 'class-not-found', detail });
  }
  return found;
}

export const clientAction = actionOf(ownClassChanges);

/** While it is saved, the form keeps what it began with. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionResult ? false : defaultShouldRevalidate;

const UPDATE = { label: 'Update Class', value: 'update' };
const RESUBMIT = { label: 'Update and resubmit', value: 'resubmit' };

export default function UpdateClass({ loaderData: item }: Route.ComponentProps) {
  return <UpdateForm key={item._id} item={item} />;
}

function UpdateForm({ item }: { item: MusicClass }) {
  const navigate = useNavigate();
  const update = useChange(ownClassChanges, 'updateClass');
  const resubmit = useChange(ownClassChanges, 'resubmitClass');
  // `seen` is the class as it was read, `shown` what the form starts with, `before` what had been seen when it turned out to be stale.
  const [{ seen, shown, before }, setForm] = useState<Form>({ seen: item, shown: draftOf(item) });
  const isDenied = seen.status === 'denied';

  async function save(draft: ClassDraft, value: string) {
    const edits = changesOf(draftOf(seen), draft);
    const edited = { id: seen._id, version: seen.version, edits };
    const outcome = await (value === RESUBMIT.value
      ? resubmit.run(edited)
      : update.run({ ...edited, isLeftDenied: isDenied }));
    if (outcome.isDone) await navigate('/instructor/myclass', { state: AFTER_SAVE });
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
      {isDenied && <Reason item={seen} />}
      <ClassForm
        key={seen.version}
        initial={shown}
        isEdited={before !== undefined}
        instructor={{ name: seen.instructorname, email: seen.instructoremail }}
        actions={isDenied ? [RESUBMIT, UPDATE] : [UPDATE]}
        note={
          isDenied
            ? 'Update and resubmit saves the class and asks the school to decide again. Update Class only saves it: it stays denied.'
            : undefined
        }
        onSave={save}
      />
    </>
  );
}

type Form = { seen: MusicClass; shown: ClassDraft; before?: MusicClass };

const LABELS = {
  status: 'Status',
  classname: 'Class Name',
  price: 'Price',
  availableseat: 'Available Seat',
  level: 'Level',
  group: 'Group',
  description: 'Description',
  image: 'Image',
} as const;

/** Takes the focus, since the form below it has been put together again. */
function ChangedMeanwhile({ before, now }: { before: MusicClass; now: MusicClass }) {
  const names = Object.keys(LABELS) as (keyof typeof LABELS)[];
  return (
    <section
      key={now.version}
      ref={(element) => element?.focus()}
      tabIndex={-1}
      aria-labelledby="meanwhile"
      className="mb-6 rounded-card border border-warning bg-honey p-5"
    >
      <h2 id="meanwhile" className="text-subheading">
        This class was changed while you were editing
      </h2>
      <ul className="mt-2 list-disc ps-5">
        {names
          .filter((name) => before[name] !== now[name])
          .map((name) => (
            <li key={name} className="wrap-anywhere">
              {LABELS[name]}
              {name !== 'image' && name !== 'description' && `: ${before[name]} is now ${now[name]}`}
            </li>
          ))}
      </ul>
      <p className="mt-2">Nothing was saved yet. What you typed is still here: check it and save again.</p>
    </section>
  );
}

const draftOf = (item: MusicClass): ClassDraft => ({
  classname: item.classname,
  image: item.image,
  price: String(item.price),
  availableseat: String(item.availableseat),
  level: item.level,
  group: item.group,
  description: item.description,
});

/** Only what was edited: a seat that was sold while the form was open stays sold. */
function changesOf(before: ClassDraft, after: ClassDraft): Partial<ClassDraft> {
  const names = Object.keys(after) as (keyof ClassDraft)[];
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  );
}

function Reason({ item }: { item: MusicClass }) {
  return (
    <section aria-labelledby="reason" className="mb-6 rounded-card border border-error/40 bg-blush/50 p-5">
      <h2 id="reason" className="text-subheading">
        This class was denied
      </h2>
      {item.feedback ? (
        <p className="wrap-anywhere mt-2 whitespace-pre-wrap">{item.feedback}</p>
      ) : (
        <p className="mt-2">The school has not written why yet.</p>
      )}
      <p className="mt-2 text-quiet text-sm">
        Revise it below and submit it again; the school then decides again.
      </p>
    </section>
  );
}
