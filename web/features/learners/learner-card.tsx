import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { classPath } from '#contract/classes/calls.ts';
import type { Guardians, Learner } from '#contract/learners/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { NameMark } from '#web/components/people/name-mark.tsx';
import { Day } from '#web/components/time/written.tsx';
import { rich } from '#web/lib/rich.ts';
import { useOwnGuardians } from './guardians/guardian-actions.ts';
import { GuardianList, OwnAccountOffer } from './guardians/guardian-list.tsx';
import { rightsWords } from './guardians/rights-words.ts';
import { LearnerActions } from './learner-actions.tsx';
import { ageWords, calledName, useAge } from './learner-words.ts';
import { ReminderSwitch } from './reminder-switch.tsx';

/** A class that a learner is in or waits for. */
export type LearnersClass = { _id: string; classname: string; standing: 'enrolled' | 'waiting' | 'offered' };

const STANDING_WORDS = {
  enrolled: 'learners.enrolled',
  waiting: 'learners.on_waiting_list',
  offered: 'learners.place_held',
} as const satisfies Record<LearnersClass['standing'], PlainId>;

/** One person of the family: who they are, what they are in, and what can be changed. */
export function LearnerCard({
  learner,
  position,
  classes,
  guardians,
  claims,
}: {
  learner: Learner;
  /** Where the family lists them, from 0. */
  position: number;
  classes: readonly LearnersClass[];
  guardians: Guardians['guardians'];
  claims: Guardians['claims'];
}) {
  const id = useId();
  const { self, own, note } = learner;
  const actions = useOwnGuardians(learner._id);
  const offer = claims.find(({ kind }) => kind === 'takeover');
  const invited = claims.filter(({ kind }) => kind !== 'takeover');
  const hasOthers = guardians.length + invited.length > 0;
  return (
    <article aria-labelledby={id} className="panel flex h-full flex-col gap-5 p-5 sm:p-6">
      <header className="flex flex-wrap items-center gap-4">
        <NameMark name={learner.learnername} position={position} size={48} />
        <div className="min-w-0 flex-1 basis-32">
          <h2 id={id} className="wrap-anywhere text-subheading">
            {learner.learnername}
          </h2>
          <p className="text-quiet text-sm">
            {!self && <Age learner={learner} />}
            {self &&
              (learner.born
                ? rich('learners.you_and', { about: <Age learner={learner} /> })
                : t('learners.you'))}
          </p>
        </div>
      </header>
      <Part title={t('learners.classes')}>
        <ClassList classes={classes} />
        <p className="mt-2">
          <Link to={`/student/learners/${learner._id}`} className="link inline-block min-h-6 text-plum">
            {rich('attendance.of_learner', {
              name: learner.learnername,
              hidden: (words) => <span className="sr-only">{words}</span>,
            })}
          </Link>
        </p>
      </Part>
      {note && (
        <Part title={t('learners.what_teachers_know')}>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {note}
          </p>
        </Part>
      )}
      {!own && (
        <p>
          {t('learners.belongs_to_another_account', {
            name: calledName(learner),
            rights: rightsWords(learner),
          })}
        </p>
      )}
      {hasOthers && (
        <Part
          title={
            self
              ? t('learners.your_guardians')
              : t('learners.other_guardians_of', { name: calledName(learner) })
          }
        >
          <GuardianList learner={learner} guardians={guardians} claims={invited} actions={actions} />
        </Part>
      )}
      {offer && <OwnAccountOffer learner={learner} claim={offer} />}
      {learner.mayenrol && <ReminderSwitch learner={learner} />}
      <LearnerActions learner={learner} hasOffer={offer !== undefined} />
    </article>
  );
}

function Age({ learner }: { learner: Learner }) {
  const age = useAge()(learner);
  if (age === null || !learner.born) return t('learners.date_of_birth_not_given');
  return rich('learners.born', { age: ageWords(age), day: <Day at={learner.born} /> });
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1 font-sans font-semibold text-sm">{title}</h3>
    {children}
  </section>
);

function ClassList({ classes }: { classes: readonly LearnersClass[] }) {
  if (classes.length === 0) return <p className="text-quiet">{t('learners.not_in_class_yet')}</p>;
  return (
    <ul className="space-y-1">
      {classes.map(({ _id, classname, standing }) => (
        <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Link to={classPath({ _id })} className="wrap-anywhere link text-plum">
            <OwnWords>{classname}</OwnWords>
          </Link>
          <span className="text-quiet text-sm">{t(STANDING_WORDS[standing])}</span>
        </li>
      ))}
    </ul>
  );
}
