import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderState } from '#server/database/schema.ts';
import { type Moved, type PaidOrder, type Share, shareOut } from './share-out.ts';

const order = (
  _id: string,
  amount: number,
  state: OrderState = 'enrolled',
  more: Partial<PaidOrder> = {},
) => ({
  _id,
  amount,
  state,
  goodwill: 0,
  earned: 0,
  refundamount: null,
  ...more,
});
const five = (...states: OrderState[]) =>
  ['a', 'b', 'c', 'd', 'e'].map((id, at) => order(id, 6000, states[at]));
const moved = (shared: number, own: Record<string, number> = {}, received = 30_000): Moved => ({
  received,
  shared,
  own: new Map(Object.entries(own)),
});
const backOf = (shares: ReadonlyMap<string, Share>) => [...shares.values()].map(({ returned }) => returned);
const allBack = (shares: ReadonlyMap<string, Share>) =>
  [...shares].filter(([, { isAllBack }]) => isAllBack).map(([id]) => id);

test('what the school earned by lessons that were held does not go back with the rest, and is the last that counts as gone', () => {
  const left = (shared: number, own: Record<string, number> = {}) =>
    shareOut(
      [order('a', 6000, 'refund_due', { earned: 1500 }), order('b', 6000)],
      moved(shared, own, 12_000),
    );
  const openOf = (shares: ReadonlyMap<string, Share>) => [...shares.values()].map(({ open }) => open);
  expect(openOf(left(0))).toEqual([4500, 6000]);
  expect(allBack(left(0, { a: 4500 }))).toEqual(['a']);
  expect(backOf(left(5000))).toEqual([4500, 500]);
  expect(backOf(left(10_499))).toEqual([4500, 5999]);
  expect(allBack(left(10_499))).toEqual(['a']);
  expect(backOf(left(10_600))).toEqual([4600, 6000]);
  expect(allBack(left(10_600))).toEqual(['a', 'b']);
});

describe('what went back of a payment for five', () => {
  test('by a refund for one of them is that one’s', () => {
    const shares = shareOut(five('enrolled', 'refund_due'), moved(0, { b: 6000 }));
    expect(backOf(shares)).toEqual([0, 6000, 0, 0, 0]);
    expect(allBack(shares)).toEqual(['b']);
  });

  test('by another way is that of those enrolled no more, the oldest first, and then everybody’s', () => {
    const ended = shareOut(five('enrolled', 'refund_due', 'enrolled', 'refund_failed'), moved(7000));
    expect(backOf(ended)).toEqual([0, 6000, 0, 1000, 0]);
    expect(allBack(ended)).toEqual(['b']);
    const more = shareOut(five('enrolled', 'refund_due', 'enrolled', 'refund_failed'), moved(12_100));
    expect(backOf(more)).toEqual([33, 6000, 33, 6000, 34]);
  });

  test('ends no place before all of it is back', () => {
    const shares = shareOut(five(), moved(29_999));
    expect(backOf(shares).reduce((sum, part) => sum + part)).toBe(29_999);
    expect(allBack(shares)).toEqual([]);
    expect(backOf(shareOut(five(), moved(29_995)))).toEqual([5999, 5999, 5999, 5999, 5999]);
    expect(allBack(shareOut(five(), moved(30_000)))).toHaveLength(5);
  });

  test('stays with whom it was counted for, whoever cancels later', () => {
    // The second cancelled first, was owed 40 of 60, and has got them.
    const later = shareOut(five('refund_due', 'refunded'), moved(2000, { b: 4000 }));
    expect(backOf(later)).toEqual([0, 6000, 0, 0, 0]);
    // Or is being sent them.
    const [a, b, ...rest] = five('refund_due', 'refund_due');
    const asked = [a, { ...b, refundamount: 4000 }, ...rest] as PaidOrder[];
    expect(backOf(shareOut(asked, moved(2000)))).toEqual([0, 2000, 0, 0, 0]);
  });

  test('stays with those who keep their places, where an admin agreed to that', () => {
    const kept = five('refund_due').map((one) => ({ ...one, goodwill: 400 }));
    expect(backOf(shareOut(kept, moved(2000)))).toEqual([400, 400, 400, 400, 400]);
  });

  test('and is more than ever came leaves nothing uncounted', () => {
    expect(backOf(shareOut(five(), moved(30_100)))).toEqual([6000, 6000, 6000, 6000, 6100]);
  });
});

test('a place that cost nothing is owed nothing, and stands when the money of the others is back', () => {
  const shares = shareOut(
    [order('a', 0), order('b', 6000), order('c', 0, 'refund_due')],
    moved(6000, {}, 6000),
  );
  expect(allBack(shares)).toEqual(['b', 'c']);
});

test('another sum than was asked for is all of it somebody’s', () => {
  const states = ['refund_due', 'refund_due', 'refund_due', 'refund_due', 'refund_due'] as const;
  const receivedOf = (sum: number) =>
    [...shareOut(five(...states), moved(0, {}, sum)).values()].map(({ received }) => received);
  expect(receivedOf(13_000)).toEqual([6000, 6000, 1000, 0, 0]);
  expect(receivedOf(31_000)).toEqual([6000, 6000, 6000, 6000, 7000]);
});

const cents = fc.integer({ min: 0, max: 50_000 });
const states = fc.constantFrom<OrderState>('enrolled', 'refund_due', 'refunded', 'refund_failed', 'expired');
const orders = fc
  .array(
    fc.record({
      amount: cents,
      state: states,
      goodwill: fc.oneof(fc.constant(0), cents),
      refundamount: fc.option(cents, { nil: null }),
      earned: fc.oneof(fc.constant(0), cents),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((some) =>
    some.map(({ earned, ...one }, at) => ({
      ...one,
      _id: String(at),
      // By who is enrolled still, nothing is.
      earned: one.state === 'enrolled' ? 0 : Math.min(earned, one.amount),
    })),
  );
const movedFor = (some: readonly PaidOrder[]) =>
  fc.record({
    received: fc.oneof(fc.constant(some.reduce((sum, { amount }) => sum + amount, 0)), cents),
    shared: fc.integer({ min: 0, max: 300_000 }),
    own: fc
      .array(fc.tuple(fc.constantFrom(...some.map(({ _id }) => _id)), cents), { maxLength: 6 })
      .map((own) => new Map(own)),
  });
const payment = orders.chain((some) => fc.tuple(fc.constant(some), movedFor(some)));

const RUNS = { numRuns: 500 };

test('whatever came and went back, the shares add up to it, and none has less than was sent for it', () => {
  fc.assert(
    fc.property(payment, ([some, sum]) => {
      const shares = [...shareOut(some, sum).values()];
      const total = (of: (share: Share) => number) => shares.reduce((all, share) => all + of(share), 0);
      const sent = [...sum.own.values()].reduce((all, part) => all + part, sum.shared);
      expect(total(({ received }) => received)).toBe(sum.received);
      expect(total(({ returned }) => returned)).toBe(sent);
      for (const { returned, own } of shares) expect(returned).toBeGreaterThanOrEqual(own);
    }),
    RUNS,
  );
});

test('nobody’s place ends by money that went back for all before all of it is back', () => {
  fc.assert(
    fc.property(payment, ([some, sum]) => {
      const shares = shareOut(some, { ...sum, own: new Map() });
      const isAll = [...shares.values()].every(({ open }) => open === 0);
      for (const { _id, state, goodwill } of some) {
        const { received = 0, isAllBack } = shares.get(_id) ?? {};
        if (state === 'enrolled' && goodwill < received) expect(isAllBack && !isAll).not.toBe(true);
      }
    }),
    RUNS,
  );
});

/**
 * A payment for two to five places, which of them end, what of their refunds the bank refuses, and what went
 * back outside before.
 */
const kept = fc.record({
  amounts: fc.array(fc.integer({ min: 2, max: 9000 }), { minLength: 2, maxLength: 5 }),
  outside: fc.nat(9000),
  ends: fc.array(fc.record({ which: fc.nat(4), isRefused: fc.boolean() }), { minLength: 1, maxLength: 4 }),
});

test('what an admin let each place keep stays with it, whatever is sent back for the others and whatever the bank refuses of that', () => {
  fc.assert(
    fc.property(kept, ({ amounts, outside, ends }) => {
      const charged = amounts.reduce((sum, amount) => sum + amount, 0);
      const shared = Math.min(outside, charged - amounts.length);
      const orders: (PaidOrder & { state: OrderState })[] = amounts.map((amount, at) =>
        order(String(at), amount),
      );
      const own = new Map<string, number>();
      const share = () => shareOut(orders, { received: charged, own, shared });
      const before = share();
      for (const one of orders) Object.assign(one, { goodwill: before.get(one._id)?.returned ?? 0 });
      for (const { which, isRefused } of ends) {
        const one = orders[which % orders.length];
        if (one?.state !== 'enrolled') continue;
        Object.assign(one, { state: 'refund_due' });
        const { open = 0 } = share().get(one._id) ?? {};
        expect(open).toBe(one.amount - one.goodwill);
        own.set(one._id, open);
        expect(share().get(one._id)).toMatchObject({ returned: one.amount, isAllBack: true });
        Object.assign(one, { state: 'refunded' });
        if (isRefused) {
          own.delete(one._id);
          Object.assign(one, { state: 'refund_failed' });
        }
        for (const { _id, goodwill, state } of orders) {
          const { returned = 0, own: sent = 0 } = share().get(_id) ?? {};
          expect([_id, state, returned - sent]).toEqual([_id, state, goodwill]);
        }
      }
    }),
    RUNS,
  );
});

/*
 * A card service that has one payment, and a school that knows of it what it has read: whatever is done in
 * whatever order, nobody who cancelled gets less than they paid but for what the school earned, and the card
 * never more than was charged.
 */
const DEEDS = ['cancel', 'ask', 'send', 'read', 'refund outside', 'bank refuses', 'keep'] as const;
const deeds = fc.array(fc.tuple(fc.constantFrom(...DEEDS), fc.nat(), fc.integer({ min: 1, max: 9000 })), {
  maxLength: 40,
});

/** In the worst case a cent a turn. */
const TURNS = 20_000;

type Sent = { id: number; of: string | null; key?: string; amount: number; isRefused: boolean };

function openModel(amounts: readonly number[]) {
  const items = amounts.map((amount, at) => ({ ...order(String(at), amount), attempt: 0 }));
  const charged = amounts.reduce((sum, amount) => sum + amount, 0);
  const service: Sent[] = [];
  let known: Sent[] = [];
  const standing = (some: readonly Sent[]) => some.filter(({ isRefused }) => !isRefused);
  const sum = (some: readonly Sent[]) => standing(some).reduce((all, { amount }) => all + amount, 0);
  const share = () => {
    const own = new Map<string, number>();
    for (const { of, amount } of standing(known)) if (of !== null) own.set(of, (own.get(of) ?? 0) + amount);
    return shareOut(items, { received: charged, own, shared: sum(known.filter(({ of }) => of === null)) });
  };
  const dueOf = (id: string) => {
    return (share().get(id) as Share).open;
  };
  const settle = () => {
    for (const item of items) {
      const isAllBack = share().get(item._id)?.isAllBack;
      if (item.state === 'refund_due' && isAllBack) item.state = 'refunded';
      else if (item.state === 'enrolled' && isAllBack) item.state = 'refunded';
      else if (item.state === 'refunded' && !isAllBack) askAnew(item);
    }
  };
  /** The sum still owed, under a new key. */
  const askAnew = (item: (typeof items)[number]) =>
    Object.assign(item, { state: 'refund_due', refundamount: null, attempt: item.attempt + 1 });
  const read = () => {
    known = service.map((one) => ({ ...one }));
    settle();
  };
  const act: Record<(typeof DEEDS)[number], (item: (typeof items)[number], amount: number) => void> = {
    cancel: (item, amount) => {
      const earned = Math.max(0, item.amount - amount);
      if (item.state === 'enrolled') Object.assign(item, { state: 'refund_due', earned });
    },
    ask: (item) => {
      if (item.state === 'refund_due') item.refundamount ??= dueOf(item._id);
    },
    send: (item) => {
      const { state, refundamount: amount, _id: of } = item;
      if (state !== 'refund_due' || amount === null) return;
      const key = `${of}:${item.attempt}`;
      if (amount > 0 && amount <= charged - sum(service) && !service.some((one) => one.key === key)) {
        // The answer is lost: it is asked again under the same key.
        service.push({ id: service.length, of, key, amount, isRefused: false });
        return;
      }
      read();
      if (item.state === 'refund_due') askAnew(item);
    },
    read,
    'refund outside': (_, amount) => {
      const part = Math.min(amount, charged - sum(service));
      if (part > 0) service.push({ id: service.length, of: null, amount: part, isRefused: false });
    },
    'bank refuses': (_, amount) => {
      const one = standing(service).at(amount % Math.max(1, service.length));
      if (one) one.isRefused = true;
    },
    keep: () => {
      for (const item of items)
        if (item.state === 'enrolled') item.goodwill = share().get(item._id)?.returned ?? 0;
    },
  };
  return { items, charged, service, sum, act, read, share };
}

test('whatever is cancelled, asked for, lost, refused and refunded past the school, all that is owed has gone back in the end', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(amounts, deeds, (some, steps) => {
      const { items, charged, service, sum, act, read, share } = openModel(some);
      for (const [deed, which, amount] of steps) {
        const item = items[which % items.length];
        if (item) act[deed](item, amount);
        expect(sum(service)).toBeLessThanOrEqual(charged);
      }
      read();
      // What the bank refused leaves more to go back than was asked for, a part at a time.
      for (let turn = 0; turn < TURNS && items.some(({ state }) => state === 'refund_due'); turn++)
        for (const item of items)
          for (const deed of ['read', 'ask', 'send', 'read'] as const) act[deed](item, 0);
      const shares = share();
      const ended = items.filter(({ state }) => state !== 'enrolled');
      const isMoreBack = items.some(({ _id }) => (shares.get(_id)?.open ?? 0) > 0);
      for (const { _id, state, amount, earned } of ended) {
        const { returned = 0 } = shares.get(_id) ?? {};
        expect([_id, state]).toEqual([_id, 'refunded']);
        expect(returned).toBeGreaterThanOrEqual(amount - earned);
        expect(returned).toBeLessThanOrEqual(amount);
        // What the school earned is the last that counts as gone.
        if (isMoreBack && !shares.get(_id)?.own) expect(returned).toBe(amount - earned);
      }
      const kept = items.reduce((all, { _id, amount }) => all + amount - (shares.get(_id)?.returned ?? 0), 0);
      expect(charged - sum(service)).toBe(kept);
    }),
    RUNS,
  );
});
