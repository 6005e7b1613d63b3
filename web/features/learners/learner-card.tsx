import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { classPath } from '#contract/classes.ts';
import type { Learner } from '#contract/learners.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { NameMark } from '#web/components/name-mark.tsx';
import { Day } from '#web/components/written.tsx';
import { useChange } from '#web/lib/change.ts';
import { familyChanges } from './changes.ts';
import { LearnerDialog } from './learner-dialog.tsx';
import { ageWords, calledName, useAge } from './learner-words.ts';

/** A class that somebody is in or waits for. */
export type LearnersClass = { _id: string; classname: string; standing: 'enrolled' | 'waiting' | 'offered' };

const STANDING_WORDS: Record<LearnersClass['standing'], string> = {
  enrolled: 'Enrolled',
  waiting: 'On the waiting list',
  offered: 'A seat is held',
};

/** One person of the family: who they are, what they are in, and what can be changed. */
export function LearnerCard({
  learner,
  position,
  classes,
}: {
  learner: Learner;
  /** Where the family lists them, from 0. */
  position: number;
  classes: readonly LearnersClass[];
}) {
  const id = useId();
  const { self, mayenrol, note } = learner;
  return (
    <article aria-labelledby={id} className="panel flex h-full flex-col gap-5 p-5 sm:p-6">
      <header className="flex items-center gap-4">
        <NameMark name={learner.learnername} position={position} size={48} />
        <div className="min-w-0">
          <h2 id={id} className="wrap-anywhere text-subheading">
            {learner.learnername}
          </h2>
          <p className="text-quiet text-sm">
            {self && 'You'}
            {self && learner.born && ', '}
            {(!self || learner.born) && <Age learner={learner} />}
          </p>
        </div>
      </header>
      <Part title="Classes">
        <ClassList classes={classes} />
      </Part>
      {note && (
        <Part title="What teachers know">
          <p className="wrap-anywhere whitespace-pre-line">{note}</p>
        </Part>
      )}
      {mayenrol && <Actions learner={learner} />}
    </article>
  );
}

function Age({ learner }: { learner: Learner }) {
  const age = useAge()(learner);
  if (age === null || !learner.born) return 'Date of birth not given';
  return (
    <>
      {ageWords(age)}, born <Day at={learner.born} />
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1 font-sans font-semibold text-sm">{title}</h3>
    {children}
  </section>
);

function ClassList({ classes }: { classes: readonly LearnersClass[] }) {
  if (classes.length === 0) return <p className="text-quiet">Not in a class yet.</p>;
  return (
    <ul className="space-y-1">
      {classes.map(({ _id, classname, standing }) => (
        <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Link to={classPath({ _id })} className="wrap-anywhere link text-plum">
            {classname}
          </Link>
          <span className="text-quiet text-sm">{STANDING_WORDS[standing]}</span>
        </li>
      ))}
    </ul>
  );
}

function Actions({ learner }: { learner: Learner }) {
  const [open, setOpen] = useState<'change' | 'remove'>();
  const close = () => setOpen(undefined);
  const name = calledName(learner);
  return (
    <div className="mt-auto flex flex-wrap gap-2 border-base-300 border-t pt-4">
      <button type="button" className="btn btn-outline btn-sm" onClick={() => setOpen('change')}>
        Change<span className="sr-only"> {name}</span>
      </button>
      {!learner.self && learner.own && (
        <button type="button" className="btn btn-ghost btn-sm text-error" onClick={() => setOpen('remove')}>
          Remove<span className="sr-only"> {name}</span>
        </button>
      )}
      {open === 'change' && <LearnerDialog learner={learner} onClose={close} />}
      {open === 'remove' && <RemoveDialog learner={learner} onClose={close} />}
    </div>
  );
}

function RemoveDialog({ learner, onClose }: { learner: Learner; onClose: () => void }) {
  const { run } = useChange(familyChanges, 'deleteLearner');
  const name = calledName(learner);
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      onConfirm={() => run({ id: learner._id, name })}
      onClose={onClose}
    >
      <p>
        What you selected for {name} and the places in waiting lists go too. This cannot be undone. While{' '}
        {name} is enrolled in a class this is not possible: cancel the enrolment first.
      </p>
    </ConfirmDialog>
  );
}
