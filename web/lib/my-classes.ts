import { useSyncExternalStore } from 'react';
import { api } from './api.ts';
import { currentSession } from './session/session.ts';

/** How a student stands to a class. `offered`: a seat that came free is held for them. */
export type Standing = 'selected' | 'waiting' | 'offered' | 'enrolled';
type Standings = ReadonlyMap<string, Standing>;

const NONE: Standings = new Map();
/** Null while a student's are on their way. */
let standings: Standings | null = null;
let asked = 0;
const listeners = new Set<() => void>();

function publish(next: Standings | null) {
  standings = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Loads again what the signed-in student has selected, waits for and is enrolled in; for everybody else there is nothing. */
export async function refreshMyClasses(): Promise<void> {
  const session = currentSession();
  const round = ++asked;
  if (session.state !== 'signed-in' || session.user.role !== 'student') return publish(NONE);
  const params = { email: session.user.email };
  try {
    const [selections, waiting, enrolments] = await Promise.all([
      api.listSelections({ params }),
      api.listWaitlist({ params }),
      api.listEnrolments({ params }),
    ]);
    if (round !== asked) return;
    publish(
      new Map<string, Standing>([
        ...selections.map(({ classid }) => [classid, 'selected'] as const),
        ...waiting.map(({ classid, state }) => [classid, state] as const),
        ...enrolments.map(({ classid }) => [classid, 'enrolled'] as const),
      ]),
    );
  } catch {
    // Every class can be chosen then; the school still knows better.
    if (round === asked) publish(standings ?? NONE);
  }
}

/** Somebody else is here: what is known is not theirs. */
export function forgetMyClasses() {
  publish(null);
  void refreshMyClasses();
}

/** Shows a class as selected at once. */
export const noteSelected = (classid: string) => publish(new Map(standings).set(classid, 'selected'));

const useStandings = () =>
  useSyncExternalStore(
    subscribe,
    () => standings,
    () => null,
  );

/** How the student stands to a class; null for none, undefined until it is known. */
export function useStanding(classid: string): Standing | null | undefined {
  const known = useStandings();
  return known ? (known.get(classid) ?? null) : undefined;
}

/** How many classes the student has selected and not paid. */
export const useSelectedCount = () =>
  [...(useStandings()?.values() ?? [])].filter((standing) => standing === 'selected').length;
