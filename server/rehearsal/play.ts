import { setTimeout as sleep } from 'node:timers/promises';
import { CHARGE_LABEL_MAX } from '#contract/charges/calls.ts';
import type { SceneCode } from '#contract/rehearsal/calls.ts';
import { addDays } from '#contract/time/days.ts';
import type { Row } from '#server/database/schema.ts';
import type { InventedFamily, Invention } from '#server/database/seed/fill-copy.ts';
import type { Told } from './asked.ts';
import type { Visitor, visitors } from './call-school.ts';
import type { Chosen } from './choose-classes.ts';

type Scene = Told['scenes'][number];

type Term = Pick<Row<'terms'>, 'name' | 'firstday' | 'lastday'>;

type Stage = {
  chosen: Chosen;
  invention: Invention;
  people: ReturnType<typeof visitors>;
  now: () => number;
  /** The day that it is at the school at a moment. */
  dayAt: (moment: number) => string;
  /** The term that a day is in, or that comes next. */
  termOf: (day: string) => Term | undefined;
  /** Whether places cost the same in each class. */
  isFlatFee: boolean;
  /** How many lessons a class has in a term, from now on. */
  lessonsIn: (classid: string, term: Term) => number;
  /** Does all that is due. */
  settle: () => Promise<void>;
};

const HOUR_MS = 3_600_000;
/** How often a run of billing is looked at, and how long apart. */
const LOOKS = 200;
const LOOK_MS = 25;

/** Families beyond those that fill the class: two wait for it, and three are in the one that is billed. */
export const WAITING = 2;
export const BILLED = 3;
/** Among those that fill the class; the first is the family as which the copy is seen. */
const CANCELLING = 1;

/**
 * What the invented people do, hour by hour of the moved clock, each by the calls that a browser would make. A
 * deed that the school refuses is logged, and its scene stays to come.
 */
export function openPlay(stage: Stage, logError: (error: unknown) => void) {
  const { chosen, invention, people, now, dayAt, termOf, isFlatFee, lessonsIn, settle } = stage;
  const { sold, billed } = chosen;
  const capacity = sold?.capacity ?? 0;
  const buyers = invention.families.slice(0, capacity);
  const waiting = invention.families.slice(capacity, capacity + WAITING);
  const subscribers = invention.families.slice(capacity + WAITING, capacity + WAITING + BILLED);
  const startedat = now();
  const done = new Map<SceneCode, number>();
  const places = new Map<string, string>();

  const happened = (code: SceneCode) => done.set(code, now());

  async function buy(family: InventedFamily, classid: string, at: 0 | 1) {
    const visitor = await people.signIn(family);
    const learnerid = family.learnerids[at];
    const item = { classid, learnerid };
    const begun = await visitor('POST', '/checkout', { items: [item], confirmclash: true });
    if (begun.status !== 200) throw new Error(`No place was to be had: ${JSON.stringify(begun.body)}`);
    const { clientSecret, price } = begun.body;
    const transactionId = await people.pay(clientSecret);
    const paid = { email: family.email, learnerid, transactionId, price, confirmclash: true };
    const recorded = await visitor('POST', `/payments/${classid}`, paid);
    if (recorded.status !== 200) throw new Error(`No place was given: ${JSON.stringify(recorded.body)}`);
    places.set(family.email, recorded.body.result.insertedId);
  }

  const ofClass = { sold: sold?._id ?? '', billed: billed?._id ?? '' };
  const office = () => people.signIn(invention.admin);

  /** By hours after the start, in their order. */
  const deeds: { hour: number; isPossible: boolean; does: () => Promise<void> }[] = [
    {
      hour: 1,
      isPossible: sold !== undefined,
      does: async () => {
        for (const family of buyers.slice(0, Math.ceil(capacity / 2))) await buy(family, ofClass.sold, 0);
      },
    },
    {
      hour: 2,
      isPossible: sold !== undefined,
      does: async () => {
        for (const family of buyers.slice(Math.ceil(capacity / 2))) await buy(family, ofClass.sold, 0);
        happened('sold-out');
      },
    },
    {
      hour: 3,
      isPossible: billed !== undefined,
      does: async () => {
        for (const family of subscribers) {
          const admin = await office();
          const given = { classid: ofClass.billed, learnerid: family.learnerids[1], pay: 'due' };
          const answer = await admin('POST', '/enrolments', {
            ...given,
            confirmage: true,
            confirmclash: true,
          });
          if (answer.status !== 200) throw new Error(`No place was given: ${JSON.stringify(answer.body)}`);
        }
      },
    },
    {
      hour: 3,
      isPossible: sold !== undefined,
      does: async () => {
        for (const family of waiting) {
          const visitor = await people.signIn(family);
          const asked = { classid: ofClass.sold, learnerid: family.learnerids[0] };
          const answer = await visitor('POST', '/waitlist', asked);
          if (answer.status !== 200) throw new Error(`No one could wait: ${JSON.stringify(answer.body)}`);
        }
      },
    },
    {
      hour: 4,
      isPossible: sold !== undefined,
      does: async () => {
        const family = buyers[CANCELLING];
        if (!family) return;
        const visitor = await people.signIn(family);
        const answer = await visitor('POST', `/enrolments/${places.get(family.email)}/cancel`);
        if (answer.status !== 200) throw new Error(`Nothing was cancelled: ${JSON.stringify(answer.body)}`);
        await settle();
        happened('refund');
        const first = waiting[0];
        if (!first) return;
        const offered = await (await people.signIn(first))('GET', `/waitlist/${first.email}`);
        if (JSON.stringify(offered.body).includes('"offered"')) happened('offer');
      },
    },
    {
      hour: 5,
      isPossible: sold !== undefined,
      does: async () => {
        const admin = await office();
        const { body } = await admin('GET', `/class/${ofClass.sold}/lessons`);
        const next = (body as { _id: string; startsat: string; state: string }[]).find(
          ({ startsat, state }) => Date.parse(startsat) > now() + HOUR_MS && state !== 'cancelled',
        );
        if (!next) return;
        const answer = await admin('DELETE', `/lessons/${next._id}`);
        if (answer.status !== 200) throw new Error(`No lesson was cancelled: ${JSON.stringify(answer.body)}`);
        await settle();
        happened('lesson-cancelled');
      },
    },
  ];

  const firstTerm = termOf(dayAt(startedat));
  let isBilled = false;

  async function billTerm(): Promise<boolean> {
    if (!firstTerm || !billed || isBilled || dayAt(now()) < firstTerm.lastday) return false;
    isBilled = true;
    const admin = await office();
    if (isFlatFee) await chargeByHand(admin, billed, firstTerm);
    else await billLessons(admin, billed, firstTerm);
    await settle();
    happened('term-billed');
    return true;
  }

  /** Where each lesson has its price: a run bills those of the term that no first sum was for. */
  async function billLessons(admin: Visitor, { _id }: Row<'classes'>, { firstday, lastday }: Term) {
    const asked = { period: { from: firstday, to: lastday }, classids: [_id] };
    const { status, body } = await admin('POST', '/billing', asked);
    if (status !== 200) throw new Error(`Nothing was billed: ${JSON.stringify(body)}`);
    for (let look = 0; look < LOOKS; look++) {
      await settle();
      const run = await admin('GET', `/billing/${body.insertedId}`);
      if (run.body.state === 'done' && run.body.charges > 0) return;
      await sleep(LOOK_MS);
    }
    throw new Error('The run billed nothing.');
  }

  /** Where places cost a flat fee: the office charges what the class costs beside it, and issues invoices. */
  async function chargeByHand(admin: Visitor, item: Row<'classes'>, term: Term) {
    const lessons = item.priceunit === 'lesson' ? lessonsIn(item._id, term) : 1;
    for (const { userid, learnerids } of subscribers) {
      const charged = await admin('POST', '/charges', {
        kind: 'tuition',
        label: `${item.classname}, ${term.name}`.slice(0, CHARGE_LABEL_MAX),
        amount: (item.price * Math.max(1, lessons)) / 100,
        day: dayAt(now()),
        learnerid: learnerids[1],
        classid: item._id,
        userid,
        key: `rehearsal.${term.firstday}.${userid}`,
      });
      const issued = await admin('POST', '/invoices', { userid, chargeids: [charged.body.insertedId] });
      if (issued.status !== 200) throw new Error(`Nothing was charged: ${JSON.stringify(issued.body)}`);
    }
  }

  const path: Readonly<Record<SceneCode, string>> = {
    'sold-out': `/classes/${ofClass.sold}`,
    refund: '/admin/money',
    offer: `/admin/roster/${ofClass.sold}`,
    'lesson-cancelled': `/admin/lessons/${ofClass.sold}`,
    'term-billed': '/admin/families',
  };
  const scene = (code: SceneCode, of: Chosen['sold'], isPossible = of !== undefined): Scene => ({
    code,
    state: done.has(code) ? 'done' : isPossible ? 'coming' : 'missing',
    at: done.get(code) ?? null,
    classname: of?.classname ?? null,
    path: done.has(code) ? path[code] : null,
  });

  return {
    /** Lets happen what is to by this moment; gives whether anything did. */
    async act(): Promise<boolean> {
      const hours = (now() - startedat) / HOUR_MS;
      const due = deeds.filter(({ hour }) => hour <= hours);
      deeds.splice(0, due.length);
      for (const { isPossible, does } of due) if (isPossible) await does().catch(logError);
      const hasBilled = await billTerm().catch(logError);
      return due.length > 0 || hasBilled === true;
    },
    scenes: (): Scene[] => [
      scene('sold-out', sold),
      scene('refund', sold),
      scene('offer', sold),
      scene('lesson-cancelled', sold),
      scene('term-billed', billed, billed !== undefined && firstTerm !== undefined),
    ],
    /** The day after the term that is under way, or comes next, at a moment; a quarter of a year without one. */
    dayAfterTerm: (moment: number): string => {
      const day = dayAt(moment);
      const term = termOf(day);
      return addDays(term?.lastday ?? addDays(day, TERM_DAYS), 1);
    },
  };
}

const TERM_DAYS = 91;
