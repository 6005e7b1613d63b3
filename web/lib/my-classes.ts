import { useSyncExternalStore } from 'react';
import { STANDINGS, type Standing } from '#contract/selections.ts';
import { api } from './api.ts';
import { currentSession } from './session/session.ts';

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
  try {
    const found = await api.listStandings({ params: { email: session.user.email } });
    if (round !== asked) return;
    // Who waits for a class may have selected it before: what is further on counts.
    const furtherOn = found.toSorted(
      (one, other) => STANDINGS.indexOf(one.standing) - STANDINGS.indexOf(other.standing),
    );
    publish(new Map(furtherOn.map(({ classid, standing }) => [classid, standing])));
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
