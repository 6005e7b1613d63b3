import type * as z from 'zod';
import { CLASSES_NAMED_MAX } from '#contract/terms/calls.ts';
import type { CopiedTerm } from '#contract/terms/schema.ts';
import { findAddresses, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { keepCancellable } from '#server/features/enrolments/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { enrolQuietly } from '#server/features/payments/index.ts';
import * as queries from './queries.ts';

export type Renewed = NonNullable<z.output<typeof CopiedTerm>['renewed']>;

/** A class of the next term, and the one that it was copied from. */
export type CopiedClass = { _id: string; copyof: string; classname: string };

/** A place of the next term that a learner has; in cents. */
export type RenewedPlace = { classid: string; learnerid: string; userid: string; cents: number };

export type Renewing = {
  payments: Payments;
  terms: Awaited<ReturnType<Payments['terms']>>;
  actor: Actor;
  /** Until when a family may give a place back; epoch milliseconds. */
  until: number;
};

/**
 * Locks the accounts that pay for the learners of classes, which is done before classes are locked, as
 * wherever places are given.
 */
export async function lockPayers(tx: Db, classids: readonly string[]): Promise<void> {
  const userids = new Set((await queries.findMembers(tx, classids)).flatMap(({ userid }) => userid ?? []));
  for (const userid of [...userids].sort()) await lockUser(tx, userid);
}

/**
 * Gives the learners of classes their places in the copies, owed to the school, and says whose cannot be
 * given, and why. No one is told.
 */
export async function renewPlaces(
  tx: Db,
  copies: readonly CopiedClass[],
  { payments, terms, actor, until }: Renewing,
): Promise<{ places: RenewedPlace[]; leftout: Renewed['leftout'] }> {
  const copyOf = new Map(copies.map((copy) => [copy.copyof, copy]));
  const members = await queries.findMembers(tx, [...copyOf.keys()]);
  const names = new Map(members.map(({ learnerid, learnername }) => [learnerid, learnername]));
  const items = members.map(({ classid, learnerid }) => ({
    classid: copyOf.get(classid)?._id ?? '',
    learnerid,
    pay: 'due' as const,
  }));
  const { seated, refused } = await enrolQuietly(payments, tx, items, { terms, actor });
  await keepCancellable(
    tx,
    seated.map(({ orderid }) => orderid),
    until,
  );
  const named = new Map(copies.map(({ _id, classname }) => [_id, classname]));
  return {
    places: seated.map(({ place: { classid, learnerid, userid, amount: cents } }) => ({
      classid,
      learnerid,
      userid,
      cents,
    })),
    leftout: refused.map(({ place: { classid, learnerid }, error }) => ({
      classname: named.get(classid) ?? '',
      learnerid,
      learnername: names.get(learnerid) ?? '',
      code: error.code,
      detail: error.sentence(),
    })),
  };
}

/** What renewing came to. */
export async function renewedOf(
  db: Db,
  { places, leftout }: Awaited<ReturnType<typeof renewPlaces>>,
  currency: string,
): Promise<Renewed> {
  const payers = [...new Set(places.map(({ userid }) => userid))];
  const families = (await findAddresses(db, payers)).size;
  return {
    places: places.length,
    families,
    unmailed: payers.length - families,
    owed: places.reduce((sum, { cents }) => sum + cents, 0),
    currency,
    leftoutplaces: leftout.length,
    leftout: leftout.slice(0, CLASSES_NAMED_MAX),
  };
}
