import { formerStudent } from '#contract/former.ts';
import type { Db } from '#server/database/schema.ts';
import { findGuardians, findOpenClaims, findTakeoversOf } from '#server/features/learners/index.ts';
import { findBalances, openInvoicesOf, sumUninvoiced } from '#server/features/ledger/index.ts';
import { findAllEarned, goesBackOf } from '#server/features/orders/index.ts';
import { findUser } from '#server/features/users/index.ts';
import { ensure } from '#server/http/errors.ts';
import { subjectOf } from '#server/jobs/outbox.ts';
import { findUndoable } from './merge-queries.ts';
import * as queries from './queries.ts';
import { mayChangeAddress } from './write-family.ts';

type Place = Awaited<ReturnType<typeof queries.findPlaces>>[number];

/**
 * A family as the office sees it: the account, who learns, their places and the money. Throws
 * `user-not-found`.
 */
export async function readFamily(db: Db, { userid, now }: { userid: string; now: number }) {
  const user = await findUser(db, userid);
  ensure(user, 'user-not-found');
  const learners = await queries.findLearners(db, userid);
  const learnerids = learners.map(({ _id }) => _id);
  const [guardians, claims, places, mails, merges, takeovers] = await Promise.all([
    findGuardians(db, learnerids),
    findOpenClaims(db, learnerids, now),
    queries.findPlaces(db, { userid, learnerids }),
    user.email === null ? [] : queries.findMailsTo(db, user.email),
    findUndoable(db, { ids: [userid, ...learnerids], now }),
    findTakeoversOf(db, userid, now),
  ]);
  const balances = await findBalances(db, places);
  const standing = places.filter(({ state }) => state === 'enrolled').map(({ _id }) => _id);
  const earned = await findAllEarned(db, standing, now);
  const sum = (some: readonly Place[]) => some.reduce((total, { amount }) => total + amount, 0);
  const own = places.filter((place) => place.userid === userid);
  return {
    user: { ...user, erasedat: user.erasedat ?? undefined, mayaddress: mayChangeAddress(user) },
    learners: learners.map((learner) => ({
      ...learner,
      guardians: guardians.filter(({ learnerid }) => learnerid === learner._id),
      claims: claims.filter(({ learnerid, kind }) => learnerid === learner._id && kind === 'guardian'),
    })),
    enrolments: places.map((place) =>
      describePlace(place, {
        userid,
        returned: balances.get(place._id)?.returned ?? 0,
        earned: earned.get(place._id) ?? place.earned,
      }),
    ),
    owed:
      sum(own.filter(({ state, paidby }) => state === 'enrolled' && paidby === 'due')) +
      (await sumOpen(db, userid)),
    owedback: own
      .filter(({ attention }) => attention === 'owed-back')
      .reduce((total, place) => total + goesBackOf(place), 0),
    movements: await describeMovements(db, own),
    mails: mails.map(({ subject, letter, lasterror, ...mail }) => ({
      ...mail,
      subject: subjectOf({ subject, letter }),
      failed: lasterror !== null,
    })),
    merges,
    takeovers,
  };
}

/** What an account has not paid of charges, on invoices and on none yet, in cents. */
async function sumOpen(db: Db, userid: string): Promise<number> {
  const invoices = await openInvoicesOf(db, userid);
  const { amount = 0 } = (await sumUninvoiced(db, [userid])).get(userid) ?? {};
  return invoices.reduce((sum, { openCharges }) => sum + openCharges, amount);
}

type Described = { userid: string; returned: number; earned: number };

function describePlace(place: Place, { userid, returned, earned }: Described) {
  const { payername, amount, paidby, paidat, createdat, state } = place;
  return {
    ...place,
    learnername: place.learnername ?? formerStudent(),
    state: state as 'enrolled',
    price: amount,
    rest: place.restamount || undefined,
    paidby: amount === 0 ? undefined : paidby,
    returned,
    earned: earned || undefined,
    date: paidat ?? createdat,
    payer:
      place.userid !== null && place.userid !== userid
        ? { userid: place.userid, name: payername ?? '' }
        : null,
  };
}

async function describeMovements(db: Db, places: readonly Place[]) {
  const checkoutids = [...new Set(places.flatMap(({ checkoutid }) => checkoutid ?? []))];
  const moved = await queries.findMoved(db, { orderids: places.map(({ _id }) => _id), checkoutids });
  return moved.map(({ createdat, orderid, checkoutid, ...movement }) => {
    const of = places.filter((place) => (orderid ? place._id === orderid : place.checkoutid === checkoutid));
    return {
      ...movement,
      date: createdat,
      currency: of[0]?.currency ?? '',
      classnames: [...new Set(of.map(({ classname }) => classname))],
    };
  });
}
