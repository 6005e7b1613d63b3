import { isUniqueViolation } from '#server/database/open.ts';
import type { Db } from '#server/database/schema.ts';
import { LostRace } from '#server/database/transact.ts';
import type { Actor } from '#server/features/changes/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { enrolQuietly } from '#server/features/payments/index.ts';
import type { Wish } from './find-place.ts';
import { type Family, isSelfOf, type Judged, nameOfFamily } from './judge-family.ts';
import * as queries from './queries.ts';
import type { Entry } from './reading/read-entry.ts';
import { childName, plainName } from './same-child.ts';

/** What became of the place that a line asks for; `cents` by the way in which it is paid. */
export type PlaceTold = {
  entry: Entry;
  state: 'new' | 'same' | 'refused';
  classname: string;
  sentence: string;
  classid?: string;
  pay?: 'cash' | 'transfer' | 'due' | 'free';
  cents?: number;
};

export type Enrolling = {
  payments: Payments;
  actor: Actor;
  terms: Awaited<ReturnType<Payments['terms']>>;
  findPlace: (entry: Entry) => Wish;
  /** Seats that lines before have taken in a rehearsal. */
  reserved?: ReadonlyMap<string, number>;
};

/** Enrols whom the lines of some families ask for, once they are taken in, and says what became of each. */
export async function giveWished(
  tx: Db,
  judged: readonly { family: Family; lines: readonly Judged[] }[],
  { payments, actor, terms, findPlace, reserved, importid }: Enrolling & { importid: string },
): Promise<PlaceTold[]> {
  const wishes = judged.flatMap(({ family, lines }) =>
    lines.flatMap(({ entry, verdict }) => {
      // Whom the school does not take in by the line it enrols by none.
      const wish = verdict === 'new' || verdict === 'same' ? findPlace(entry) : undefined;
      return wish ? { family, entry, wish } : [];
    }),
  );
  if (wishes.length === 0) return [];
  const emails = [...new Set(wishes.map(({ entry }) => entry.email))];
  const accounts = new Map(
    (await queries.findAccounts(tx, emails)).map(({ email, _id, name }) => [email, { _id, name }] as const),
  );
  const learners = Map.groupBy(
    await queries.findLearnersOf(
      tx,
      [...accounts.values()].map(({ _id }) => _id),
    ),
    ({ userid }) => userid,
  );
  const told: PlaceTold[] = [];
  const asked: {
    entry: Entry;
    classid: string;
    classname: string;
    learnerid: string;
    pay: NonNullable<PlaceTold['pay']>;
  }[] = [];
  for (const { family, entry, wish } of wishes) {
    if ('sentence' in wish) {
      told.push({ entry, state: 'refused', classname: entry.class, sentence: wish.sentence });
      continue;
    }
    const account = accounts.get(entry.email);
    const own = learners.get(account?._id ?? '') ?? [];
    const isSelf = isSelfOf(entry, account?.name ?? nameOfFamily(family), family);
    const name = plainName(childName(entry));
    const learner =
      own.find(
        (one) =>
          !one.self && plainName(childName(one)) === name && (entry.born === null || one.born === entry.born),
      ) ?? (isSelf ? own.find(({ self }) => self) : undefined);
    if (learner) asked.push({ ...wish, entry, learnerid: learner._id });
  }
  const keyOf = ({ classid, learnerid }: { classid: string; learnerid: string }) => `${classid} ${learnerid}`;
  // Two lines that ask for the same place are one place.
  const items = [
    ...new Map(
      asked.map(({ classid, learnerid, pay }) => [
        keyOf({ classid, learnerid }),
        { classid, learnerid, pay },
      ]),
    ).values(),
  ];
  const { seated, refused } = await enrolQuietly(payments, tx, items, {
    terms,
    actor,
    reserved,
    importid,
  }).catch((error) => {
    // A payment for one of the places began in this moment.
    if (isUniqueViolation(error)) throw new LostRace();
    throw error;
  });
  const given = new Map(seated.map(({ place }) => [keyOf(place), place]));
  const left = new Map(refused.map(({ place, error }) => [keyOf(place), error]));
  const seen = new Set<string>();
  for (const one of asked) {
    const { entry, classid, classname, pay } = one;
    const key = keyOf(one);
    const place = given.get(key);
    const error = left.get(key);
    if (place && !seen.has(key))
      told.push({ entry, state: 'new', classname, sentence: '', classid, pay, cents: place.amount });
    else {
      const state = place || error?.code === 'already-enrolled' ? 'same' : 'refused';
      told.push({ entry, state, classname, sentence: error?.sentence() ?? '' });
    }
    seen.add(key);
  }
  return told;
}
