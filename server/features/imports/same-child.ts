import { mapInTurns } from '#server/database/lists/turns.ts';
import type { Entry } from './reading/read-entry.ts';

/** A name without what people type differently: case, blanks, and how Unicode composes letters. */
export const plainName = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

type Named = { firstname: string | null; lastname: string | null; born: string | null };

export const childName = ({ firstname, lastname }: Omit<Named, 'born'>) =>
  `${firstname ?? ''} ${lastname ?? ''}`.trim();

/**
 * By which a child is known whatever its address: name and day of birth; undefined while that day is not
 * known.
 */
export const childKey = ({ born, ...child }: Named): string | undefined =>
  born === null ? undefined : `${plainName(childName(child))} ${born}`;

export type Elsewhere = { email: string; line?: number };

/** Where each child stands first in the file, by what it is known by. */
export async function firstPlaces(entries: readonly Entry[]): Promise<ReadonlyMap<string, Entry>> {
  const first = new Map<string, Entry>();
  await mapInTurns(entries, (entry) => {
    const key = childKey(entry);
    if (key && !first.has(key)) first.set(key, entry);
  });
  return first;
}
