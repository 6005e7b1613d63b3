import { useState } from 'react';
import { createPortal } from 'react-dom';
import { type AgeLimits, agesOf, isWithin } from '#contract/ages.ts';
import type { MusicClass } from '#contract/classes.ts';
import type { Learner } from '#contract/learners.ts';
import type { Standing } from '#contract/selections.ts';
import type { Way } from '#web/features/learners/choose.ts';
import { choosingChanges } from '#web/features/learners/choosing-changes.ts';
import { calledName, useAge } from '#web/features/learners/learner-words.ts';
import { type Candidate, WhoForDialog } from '#web/features/learners/who-for-dialog.tsx';
import { StandingLink } from '#web/features/selections/standing-link.tsx';
import { useChange } from '#web/lib/change.ts';
import { type LearnerStanding, useStandings } from '#web/lib/my-classes.ts';
import { signedInUser } from '#web/lib/session/session.ts';

/** What the way into a class depends on. */
export type ChoosableClass = Pick<
  MusicClass,
  '_id' | 'classname' | 'availableseat' | 'enrolledstudents' | 'group' | 'agefrom' | 'ageto' | 'meets'
>;

/** What keeps somebody from a class in which they are that far. */
const HINDRANCES: Record<Standing, string> = {
  selected: 'Selected already',
  waiting: 'On the waiting list',
  offered: 'A seat is held',
  enrolled: 'Enrolled already',
};

/** Whom of this family a class was chosen for last, while this page is open: the next is probably for the same. */
let lastChosen: string | undefined;

/** The way into a class for somebody who looks after others too: how each of them stands to it, and for whom it is to be. */
export default function FamilyChoice({
  musicClass,
  family,
  isAsked,
}: {
  musicClass: ChoosableClass;
  family: readonly Learner[];
  /** Whether it was pressed already. */
  isAsked: boolean;
}) {
  const { _id, classname, availableseat, enrolledstudents, meets } = musicClass;
  const [isOpen, setIsOpen] = useState(isAsked);
  const standings = furthest(useStandings(_id) ?? []);
  const isFull = availableseat === 0;
  const { run } = useChange(choosingChanges, 'chooseForFamily');
  const ageOf = useAge();
  /** How far somebody is on this way: who has selected a class that is full by now can still wait for it. */
  const standingOf = ({ _id: learnerid }: Learner) => {
    const standing = standings.get(learnerid);
    return isFull && standing === 'selected' ? undefined : standing;
  };
  const candidates = family.map((learner): Candidate => {
    const standing = standingOf(learner);
    // Of a class that has begun the server knows the day of the next lesson.
    const age = ageOf(learner, meets?.firstday);
    return { learner, hindrance: standing ? HINDRANCES[standing] : hindranceOf(learner, age, musicClass) };
  });
  const isOver = family.every(standingOf);

  async function choose(way: Way, learners: readonly Learner[]) {
    lastChosen = learners[0]?._id;
    return run({
      way,
      classid: _id,
      classname,
      email: signedInUser().email,
      learners: learners.map((learner) => ({
        _id: learner._id,
        name: learner.self ? 'you' : calledName(learner),
      })),
    });
  }

  return (
    <div className="flex flex-col items-end gap-2 in-[.class-way-in]:items-stretch">
      {family.map((learner) => {
        const standing = standings.get(learner._id);
        return (
          standing && (
            <StandingLink
              key={learner._id}
              standing={standing}
              classId={_id}
              classname={classname}
              of={{ _id: learner._id, name: learner.self ? 'You' : calledName(learner) }}
            />
          )
        );
      })}
      {!isOver && (
        <button
          type="button"
          className={`btn btn-sm px-4 ${isFull ? 'btn-outline bg-base-100' : 'btn-primary'}`}
          onClick={() => setIsOpen(true)}
        >
          {isFull ? 'Join waiting list' : 'Select'}
          <span className="sr-only">
            {isFull && ' for'} {classname}
          </span>
        </button>
      )}
      {isOpen &&
        // Outside the card, which sets lists and headings in its own way.
        createPortal(
          <WhoForDialog
            classname={classname}
            availableseat={availableseat}
            seats={availableseat + enrolledstudents}
            candidates={candidates}
            fitting={fittingOf(musicClass, candidates)}
            onChoose={choose}
            onClose={() => setIsOpen(false)}
          />,
          document.body,
        )}
    </div>
  );
}

/** What is further on stands last. */
const furthest = (standings: readonly LearnerStanding[]) =>
  new Map(standings.map(({ learnerid, standing }) => [learnerid, standing]));

function hindranceOf({ mayenrol }: Learner, age: number | null, limits: AgeLimits): string | undefined {
  if (!mayenrol) return 'You may see their classes, not choose them';
  const ages = agesOf(limits);
  if (!ages || (age !== null && isWithin(age, limits))) return undefined;
  return age === null ? `For ages ${ages}: no date of birth given yet` : `For ages ${ages}`;
}

/** Whom the class is probably for, of those for whom it can be. */
function fittingOf({ group }: ChoosableClass, candidates: readonly Candidate[]): Learner | undefined {
  const possible = candidates.filter(({ hindrance }) => !hindrance).map(({ learner }) => learner);
  return (
    possible.find(({ _id }) => _id === lastChosen) ??
    possible.find(({ self }) => self === (group === 'Adults')) ??
    possible[0]
  );
}
