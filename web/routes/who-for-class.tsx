import { type ReactNode, useEffect, useState } from 'react';
import type { MusicClass } from '#contract/classes/calls.ts';
import { type AgeLimits, ageOn, agesOf, isWithin } from '#contract/learners/ages.ts';
import type { Learner } from '#contract/learners/calls.ts';
import type { WithLists } from '#contract/school/lists.ts';
import { type ClassClash, type Standing, selectionCalls } from '#contract/selections/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { isForAdults, isForChildren } from '#web/features/learners/choosing/asks-who-for.ts';
import { choosingChanges } from '#web/features/learners/choosing/changes.ts';
import type { Way } from '#web/features/learners/choosing/choose.ts';
import { type Candidate, type Chosen, WhoFor } from '#web/features/learners/choosing/who-for.tsx';
import { calledName, useAge } from '#web/features/learners/learner-words.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import { type LearnerStanding, useStandings } from '#web/lib/family/my-classes.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { signedInUser } from '#web/lib/session/session.ts';

const api = apiOf(selectionCalls);

/** What the way into a class depends on. */
export type ChoosableClass = Pick<
  MusicClass,
  | '_id'
  | 'classname'
  | 'availableseat'
  | 'enrolledstudents'
  | 'group'
  | 'agefrom'
  | 'ageto'
  | 'meets'
  | 'today'
>;

/** What keeps a learner from a class that they already have, selected or wait for. */
const HINDRANCES = {
  selected: 'learners.selected_already',
  waiting: 'learners.on_waiting_list',
  offered: 'learners.place_held',
  reserved: 'learners.reserved_already',
  enrolled: 'learners.enrolled_already',
} as const satisfies Record<Standing, PlainId>;

/**
 * Whom of this family a class was chosen for last, while this page is open: the next is probably for the
 * same.
 */
let lastChosen: string | undefined;

/** What each of a family is in a class; what is further on counts. */
export const furthest = (standings: readonly LearnerStanding[]) =>
  new Map(standings.map(({ learnerid, standing }) => [learnerid, standing]));

/** What the family has at the times of a class; nothing while it is looked up, or without an answer. */
function useClashes(classid: string): readonly ClassClash[] {
  const [clashes, setClashes] = useState<readonly ClassClash[]>([]);
  useEffect(() => {
    let isHere = true;
    api.listClashes({ params: { classid } }).then(
      (found) => isHere && setClashes(found),
      // Paying asks again, and the basket says it too.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [classid]);
  return clashes;
}

/**
 * For whom of a family a class is to be, or for which children who are not entered yet; it is then selected,
 * or waited for.
 */
export function WhoForClass({
  musicClass,
  family,
  onChosen,
  onDone,
  children,
}: {
  musicClass: ChoosableClass;
  family: readonly Learner[];
  onChosen?: (way: Way, learners: readonly Chosen[]) => void;
  onDone: () => void;
  /** What else is said of the class, below its name. */
  children?: ReactNode;
}) {
  const { _id, classname, availableseat, enrolledstudents } = musicClass;
  const standings = furthest(useStandings(_id) ?? []);
  const isFull = availableseat === 0;
  const { run } = useChange(choosingChanges, 'chooseForFamily');
  const adding = useChange(choosingChanges, 'addForChoice');
  const telling = useChange(choosingChanges, 'sayBorn');
  const ageOf = useAge();
  const { school } = useConfig();
  const clashes = useClashes(_id);
  const firstday = firstdayOf(musicClass);
  const candidates = family.map((learner): Candidate => {
    const standing = standings.get(learner._id);
    // Who has selected a class that is full by now can still wait for it.
    const hindering = isFull && standing === 'selected' ? undefined : standing;
    if (hindering) return { learner, hindrance: t(HINDRANCES[hindering]) };
    return { learner, ...admission(learner, ageOf(learner, firstday), musicClass) };
  });
  const bornFault = useBornFault(musicClass);

  return (
    <WhoFor
      classname={classname}
      availableseat={availableseat}
      seats={availableseat + enrolledstudents}
      candidates={candidates}
      fitting={fittingOf(musicClass, candidates, school)}
      clashes={clashes}
      lastname={lastnameOf(family)}
      bornFault={bornFault}
      onAdd={(draft) => adding.run(draft)}
      onBorn={({ _id: id }, born) => telling.run({ id, born })}
      onChoose={async (way, learners) => {
        lastChosen = learners[0]?._id;
        const outcome = await run({
          way,
          classid: _id,
          classname,
          email: signedInUser().email,
          learners: learners.map((learner) => ({
            _id: learner._id,
            name: calledName(learner),
            self: learner.self,
          })),
        });
        if (outcome.isDone) onChosen?.(way, learners);
        return outcome;
      }}
      onDone={onDone}
    >
      {children}
    </WhoFor>
  );
}

/** The day by which the school counts ages. */
export const firstdayOf = ({ today, meets }: Pick<ChoosableClass, 'today' | 'meets'>) =>
  today?.next?.day ?? meets?.firstday;

/** What is wrong with a day of birth in a class that is for certain ages; undefined of one for all. */
export function useBornFault(
  musicClass: ChoosableClass,
): ((born: string, name: string) => string | undefined) | undefined {
  const ageOf = useAge();
  const ages = agesOf(musicClass);
  if (!ages) return undefined;
  return (born, name) => {
    if (!born) return t('learners.for_ages_enter_born', { ages });
    const age = ageOf({ born }, firstdayOf(musicClass)) ?? ageOn(born, born);
    if (isWithin(age, musicClass)) return undefined;
    return name
      ? t('learners.too_young_or_old', { ages, age, name })
      : t('learners.you_too_young_or_old', { ages, age });
  };
}

/** Whether a learner can have a place in a class of these ages, and if not, why. */
export function admission(
  { mayenrol, own }: Learner,
  age: number | null,
  limits: AgeLimits,
): Omit<Candidate, 'learner'> {
  if (!mayenrol) return { hindrance: t('learners.may_only_see') };
  const ages = agesOf(limits);
  if (!ages || (age !== null && isWithin(age, limits))) return {};
  if (age !== null) return { hindrance: t('learners.for_ages', { ages }) };
  // Whose child it is says when it was born.
  return own ? { isBornMissing: true } : { hindrance: t('learners.for_ages_no_born', { ages }) };
}

/** What the family is called, as far as the names that are known tell it. */
export const lastnameOf = (family: readonly Learner[]): string =>
  family.findLast(({ lastname, own }) => own && lastname)?.lastname ??
  (family[0]?.learnername.includes(' ') ? (family[0].learnername.split(' ').at(-1) ?? '') : '');

/** The learner whom the class is probably for; none where that is a child who is not entered yet. */
export function fittingOf(
  musicClass: ChoosableClass,
  candidates: readonly Candidate[],
  school: Pick<WithLists, 'lists'>,
): Learner | undefined {
  const possible = candidates.filter(({ hindrance }) => !hindrance).map(({ learner }) => learner);
  const children = possible.filter(({ self }) => !self);
  if (isForChildren(musicClass, school)) return children.find(({ _id }) => _id === lastChosen) ?? children[0];
  return (
    possible.find(({ _id }) => _id === lastChosen) ??
    possible.find(({ self }) => self === (isForAdults(musicClass, school) || children.length === 0)) ??
    possible[0]
  );
}
