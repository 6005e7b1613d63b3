import { useSyncExternalStore } from 'react';
import type { Learner } from '#contract/learners/calls.ts';
import type { Standing } from '#contract/selections/calls.ts';
import { currentSession } from '#web/lib/session/session.ts';

/** How a learner stands to a class. */
export type LearnerStanding = { learnerid: string; classid: string; standing: Standing };

export type MyClasses = {
  /** Whom the person who is signed in looks after, themself first. */
  learners: readonly Learner[];
  /**
   * From the first step to the last: who waits for a class may have selected it before, and what is further
   * on counts.
   */
  standings: readonly LearnerStanding[];
};

const NOTHING: MyClasses = { learners: [], standings: [] };
/** Null while a student's are on their way. */
let known: MyClasses | null = null;
let asked = 0;
const listeners = new Set<() => void>();

function publish(next: MyClasses | null) {
  known = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Loads again the student's learners, and what each has selected, waits for and is enrolled in; for other
 * roles there is nothing.
 */
export async function refreshMyClasses(): Promise<void> {
  const session = currentSession();
  const round = ++asked;
  if (session.state !== 'signed-in' || session.user.role !== 'student') return publish(NOTHING);
  try {
    // Visitors have nothing to ask for, and never load it.
    const { readMyClasses } = await import('./read-my-classes.ts');
    const found = await readMyClasses(session.user.email);
    if (round === asked) publish(found);
  } catch {
    // Every class can be chosen then; the school still knows better.
    if (round === asked) publish(known ?? NOTHING);
  }
}

/** Another account is signed in: what was loaded is not theirs. */
export function forgetMyClasses() {
  publish(null);
  void refreshMyClasses();
}

/** Shows a class as selected at once, for an account without children. */
export function noteSelected(classid: string) {
  const { learners, standings } = known ?? NOTHING;
  const learnerid = learners[0]?._id ?? '';
  publish({ learners, standings: [...standings, { learnerid, classid, standing: 'selected' }] });
}

const useKnown = () =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  );

/** Whom the person looks after, themself first; undefined until it is known. */
export const useFamily = (): readonly Learner[] | undefined => useKnown()?.learners;

/** The same outside components, once it is known. */
export function familyReady(): Promise<readonly Learner[]> {
  if (known) return Promise.resolve(known.learners);
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (!known) return;
      stop();
      resolve(known.learners);
    });
  });
}

/**
 * How those whom the person looks after stand to a class, what is further on last; undefined until it is
 * known.
 */
export const useStandings = (classid: string): readonly LearnerStanding[] | undefined =>
  useKnown()?.standings.filter((one) => one.classid === classid);

/** How many classes the person has selected and not paid, once for each learner. */
export function useSelectedCount(): number {
  const standings = useKnown()?.standings ?? [];
  const furthest = new Map(standings.map((one) => [`${one.learnerid} ${one.classid}`, one.standing]));
  return [...furthest.values()].filter((standing) => standing === 'selected').length;
}
