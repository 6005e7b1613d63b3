import type { Db } from '#server/database/schema.ts';
import { type Actor, insertChange, sumNote } from '#server/features/changes/index.ts';
import type { ChargeRow } from './queries.ts';

type Logged = {
  /** Whose family is charged. */
  user: { _id: string; name: string };
  action: 'charged' | 'charge-reversed';
  actor: Actor;
  now: number;
};

/** Adds a line about a charge to the school's log: what it is for, of which kind it is, and the sum. */
export const logCharge = (
  tx: Db,
  { label, kind, amount, currency, learnerid }: ChargeRow,
  { user, ...change }: Logged,
) =>
  insertChange(tx, {
    about: 'family',
    subjectid: user._id,
    subjectname: user.name,
    learnerid,
    note: sumNote(Math.abs(amount), currency),
    before: label,
    after: kind,
    ...change,
  });
