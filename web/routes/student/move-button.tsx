import { useEffect, useState } from 'react';
import type { Learner } from '#contract/learners/calls.ts';
import type { Enrolment } from '#contract/payments/calls.ts';
import { type ClassClash, selectionCalls } from '#contract/selections/calls.ts';
import { t } from '#languages/t.ts';
import { choosingChanges } from '#web/features/learners/choosing/changes.ts';
import { MoveDialog, type Taker } from '#web/features/learners/choosing/move-dialog.tsx';
import { ageWords, useAge } from '#web/features/learners/learner-words.ts';
import { enrolmentChanges } from '#web/features/payments/changes.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import type { Family } from '#web/lib/family/family.ts';
import { rich } from '#web/lib/rich.ts';
import { useSession } from '#web/lib/session/session.ts';

const api = apiOf(selectionCalls);

type Place = Pick<Enrolment, '_id' | 'classid' | 'learnerid' | 'learnername' | 'movable'> & {
  classname: string;
};

/** A move ends one place and chooses another, which is paid for. */
const mayMove = ({ mayenrol, maypay }: Learner) => mayenrol && maypay;

/**
 * Gives a place to another of the family, or to a child who is entered on the way; nothing where that cannot
 * be.
 */
export function MoveButton({ place, family }: { place: Place; family: Family }) {
  const [isAsking, setIsAsking] = useState(false);
  const session = useSession();
  const isStudent = session.state === 'signed-in' && session.user.role === 'student';
  const holder = family.find(({ _id }) => _id === place.learnerid);
  if (!place.movable || !holder || !mayMove(holder)) return null;
  const takers = family.filter((one) => one._id !== holder._id && one.own === holder.own && mayMove(one));
  const mayAdd = holder.own && isStudent;
  if (takers.length === 0 && !mayAdd) return null;
  return (
    <>
      <button type="button" className="btn btn-ghost btn-xs" onClick={() => setIsAsking(true)}>
        {rich('payments.move_place', {
          name: place.classname,
          who: holder.self ? 'self' : 'other',
          learner: place.learnername,
          hidden: (words) => <span className="sr-only">{words}</span>,
        })}
      </button>
      {isAsking && (
        <Moving place={place} takers={takers} mayAdd={mayAdd} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}

type MovingProps = { place: Place; takers: Family; mayAdd: boolean; onClose: () => void };

function Moving({ place, takers, mayAdd, onClose }: MovingProps) {
  const { _id: id, classname, classid, learnerid: was, learnername } = place;
  const moving = useChange(enrolmentChanges, 'movePlace');
  const adding = useChange(choosingChanges, 'addForChoice');
  const clashes = useClashes(classid);
  const ageOf = useAge();
  // The children first: a place is rarely moved to the parent.
  const inOrder = takers.toSorted((one, other) => Number(one.self) - Number(other.self));
  const described = inOrder.map((learner): Taker => {
    const age = ageOf(learner);
    const hint = age === null ? t('learners.date_of_birth_not_given') : ageWords(age);
    return { ...learner, hint: learner.self ? t('learners.you') : hint };
  });
  return (
    <MoveDialog
      classname={classname}
      learnername={learnername}
      takers={described}
      clashes={clashes}
      onMove={(learnerid, known) => moving.run({ id, learnerid, was, classname, ...known })}
      onAdd={mayAdd ? (draft) => adding.run(draft) : undefined}
      onClose={onClose}
    />
  );
}

/**
 * What the family has at the times of the class; nothing while it is looked up, or where no answer comes: the
 * move asks again.
 */
function useClashes(classid: string): readonly ClassClash[] {
  const [clashes, setClashes] = useState<readonly ClassClash[]>([]);
  useEffect(() => {
    let isHere = true;
    api.listClashes({ params: { classid } }).then(
      (found) => isHere && setClashes(found),
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [classid]);
  return clashes;
}
