import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clockOf,
  compareCosts,
  costOf,
  type Placed,
  runningTime,
  stageChanges,
  suggestOrder,
  timesOf,
  warningsOf,
} from './programme.ts';

let count = 0;
const piece = (fields: Partial<Placed> = {}): Placed => ({
  _id: `piece ${++count}`,
  learnerids: [`learner ${count}`],
  minutes: 5,
  setupminutes: 0,
  instrument: '',
  accompanistid: null,
  turnerid: null,
  turnsself: false,
  needs: [],
  young: false,
  ...fields,
});

test('the running time counts the changes of the stage, and each piece begins after its own', () => {
  const pieces = [piece({ minutes: 4 }), piece({ setupminutes: 3, minutes: 10 }), piece({ minutes: 1 })];
  expect(runningTime(pieces)).toBe(18);
  expect(timesOf(pieces, '18:50').map(({ begins, ends }) => [clockOf(begins), clockOf(ends)])).toEqual([
    ['18:50', '18:54'],
    ['18:57', '19:07'],
    ['19:07', '19:08'],
  ]);
  expect(clockOf(24 * 60 + 5)).toBe('00:05');
});

describe('a warning', () => {
  const kinds = (...pieces: Placed[]) => warningsOf(pieces, '18:00');

  test('appears where a performer plays again within ten minutes, and goes with the tenth', () => {
    const first = piece({ learnerids: ['mia', 'ole'] });
    const again = piece({ learnerids: ['ole'] });
    expect(kinds(first, piece({ minutes: 9 }), again)).toEqual([
      { kind: 'twice', piece: again._id, with: first._id },
    ]);
    expect(kinds(first, piece({ minutes: 10 }), again)).toEqual([]);
    // Setting up the stage is rest, too.
    expect(kinds(first, piece({ minutes: 9 }), { ...again, setupminutes: 1 })).toEqual([]);
  });

  test('names the latest of the pieces that the performer has played before', () => {
    const [one, two, three] = [1, 2, 3].map(() => piece({ learnerids: ['mia'], minutes: 2 }));
    if (!one || !two || !three) throw new Error('There are three.');
    expect(kinds(one, two, three)).toEqual([
      { kind: 'twice', piece: two._id, with: one._id },
      { kind: 'twice', piece: three._id, with: two._id },
    ]);
  });

  test('appears for an accompanist without a page turner, and goes with a turner, or where they turn alone', () => {
    const alone = piece({ accompanistid: 'clara' });
    expect(kinds(alone)).toEqual([{ kind: 'turner', piece: alone._id }]);
    expect(kinds({ ...alone, turnerid: 'mia' })).toEqual([]);
    expect(kinds({ ...alone, turnsself: true })).toEqual([]);
    expect(kinds({ ...alone, accompanistid: null })).toEqual([]);
  });

  test('appears where the stage goes back to what it was, and goes once these pieces stand together', () => {
    const piano = piece({ needs: ['Piano', 'two chairs'] });
    const amplifier = piece({ needs: ['amplifier'] });
    const pianoAgain = piece({ needs: ['two chairs ', 'piano'] });
    expect(kinds(piano, amplifier, pianoAgain)).toEqual([
      { kind: 'setup', piece: pianoAgain._id, with: piano._id },
    ]);
    expect(kinds(piano, pianoAgain, amplifier)).toEqual([]);
    expect(kinds(piano, amplifier, piece({ needs: ['harp'] }), pianoAgain)).toEqual([]);
    // What takes the stage as it is changes nothing.
    expect(kinds(piano, piece(), pianoAgain)).toEqual([]);
  });

  test('appears where a young child plays after 19:00, and goes at 19:00 sharp', () => {
    const young = piece({ young: true });
    expect(warningsOf([young], '18:56')).toEqual([{ kind: 'late', piece: young._id }]);
    expect(warningsOf([young], '18:55')).toEqual([]);
    expect(warningsOf([{ ...young, young: false }], '18:56')).toEqual([]);
  });
});

describe('a suggestion', () => {
  const none = { starttime: '18:00', ages: new Map<string, number>() };

  test('brings pieces together that stand on the same stage', () => {
    const stages = ['piano', 'amplifier', 'piano', 'amplifier', 'piano', 'amplifier'];
    const pieces = stages.map((need) => piece({ needs: [need] }));
    expect(stageChanges(pieces)).toBe(6);
    expect(stageChanges(suggestOrder(pieces, none))).toBe(2);
  });

  test('mixes instruments, and has the young first', () => {
    const [flute, flute2, cello, cello2] = ['flute', 'Flute', 'cello', 'cello'].map((instrument) =>
      piece({ instrument }),
    );
    if (!flute || !flute2 || !cello || !cello2) throw new Error('There are four.');
    const mixed = suggestOrder([flute, flute2, cello, cello2], none).map((one) =>
      one.instrument.toLowerCase(),
    );
    expect(mixed.filter((name, at) => name === mixed[at - 1])).toEqual([]);
    const [old, young] = [piece(), piece({ young: true })];
    const ages = new Map([
      [old._id, 15],
      [young._id, 6],
    ]);
    expect(suggestOrder([old, young], { starttime: '18:00', ages })).toEqual([young, old]);
  });

  test('gives an order back that cannot be better', () => {
    const pieces = [piece(), piece()];
    expect(suggestOrder(pieces, none)).toEqual(pieces);
  });

  const few = <T>(...values: T[]) => fc.constantFrom(...values);
  const pieces = fc
    .array(
      fc.record({
        learnerids: fc.uniqueArray(few('mia', 'ole', 'ada', 'bo', 'cy'), { minLength: 1, maxLength: 2 }),
        minutes: fc.integer({ min: 1, max: 20 }),
        setupminutes: fc.integer({ min: 0, max: 5 }),
        instrument: few('', 'flute', 'cello', 'piano'),
        accompanistid: few(null, 'clara'),
        turnsself: fc.boolean(),
        needs: fc.uniqueArray(few('piano', 'amplifier', 'two chairs'), { maxLength: 2 }),
        young: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    .map((all) => all.map((fields, at) => piece({ _id: String(at), ...fields })));

  test('is of the same pieces, costs no more, and never has more warnings than what there was', () => {
    fc.assert(
      fc.property(pieces, few('17:00', '18:30', '20:00'), (before, starttime) => {
        const ages = new Map(before.map(({ _id, young }) => [_id, young ? 7 : 14]));
        const after = suggestOrder(before, { starttime, ages });
        expect(after.toSorted(byId)).toEqual(before.toSorted(byId));
        const cost = { starttime, ages };
        expect(compareCosts(costOf(after, cost), costOf(before, cost))).toBeLessThanOrEqual(0);
        expect(warningsOf(after, starttime).length).toBeLessThanOrEqual(warningsOf(before, starttime).length);
        expect(suggestOrder(before, { starttime, ages })).toEqual(after);
      }),
      { numRuns: 200 },
    );
  });
});

const byId = (one: Placed, other: Placed) => Number(one._id) - Number(other._id);
