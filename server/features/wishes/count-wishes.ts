import { ageOn } from '#contract/learners/ages.ts';
import { WISHES_SHOWN_FROM, YOUNG_BELOW } from '#contract/wishes/calls.ts';
import { timeOfHour } from './hours.ts';
import type { CountedWish, WishHour } from './queries.ts';

type Hours = ReadonlyMap<string, readonly WishHour[]>;

const familiesOf = (wishes: readonly CountedWish[]) => new Set(wishes.map(({ familyid }) => familyid));

/** Families that wish for a child below nine; `day` is the school's, by which ages are counted. */
const youngOf = (wishes: readonly CountedWish[], day: string) =>
  familiesOf(wishes.filter(({ born }) => born !== null && ageOn(born, day) < YOUNG_BELOW));

/** Wishes by the hours of the week that they name, in its order. */
function byHour(wishes: readonly CountedWish[], hours: Hours) {
  const cells = new Map<number, { weekday: number; hour: number; wishes: CountedWish[] }>();
  for (const wish of wishes)
    for (const { weekday, hour } of hours.get(wish._id) ?? []) {
      const key = weekday * 24 + hour;
      const cell = cells.get(key) ?? { weekday, hour, wishes: [] };
      cell.wishes.push(wish);
      cells.set(key, cell);
    }
  return [...cells.entries()].sort(([one], [other]) => one - other).map(([, cell]) => cell);
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((id) => other.has(id));

/**
 * How many families wish for what the grid is of, by weekday and hour. Hours beside each other that the same families
 * would like are one time, so that a sentence about it is true of each of them.
 */
export function gridOf(wishes: readonly CountedWish[], hours: Hours, day: string) {
  const cells = byHour(wishes, hours).map(({ weekday, hour, wishes: some }) => ({
    weekday,
    hour,
    families: familiesOf(some),
    young: youngOf(some, day),
  }));
  const times: { weekday: number; from: number; to: number; families: ReadonlySet<string> }[] = [];
  for (const { weekday, hour, families } of cells) {
    const last = times.at(-1);
    if (last?.weekday === weekday && last.to === hour && isSame(last.families, families)) last.to = hour + 1;
    else times.push({ weekday, from: hour, to: hour + 1, families });
  }
  const timeAt = (weekday: number, hour: number) =>
    times.find((time) => time.weekday === weekday && time.from <= hour && hour < time.to);
  return {
    families: familiesOf(wishes).size,
    young: youngOf(wishes, day).size,
    items: cells.map(({ weekday, hour, families, young }) => {
      const { from = hour, to = hour + 1 } = timeAt(weekday, hour) ?? {};
      return {
        weekday,
        hour: timeOfHour(hour),
        from: timeOfHour(from),
        to: timeOfHour(to),
        families: families.size,
        young: young.size,
      };
    }),
  };
}

/** Whether a sum is of so few that it may not be known. */
const isHidden = (families: number) => families > 0 && families < WISHES_SHOWN_FROM;

type Slice<V> = { value: V; families: ReadonlySet<string> };

/**
 * The slices of a sum that may be known. Not one of a few, nor one that leaves a few: what is left of the whole says
 * as much as the slice.
 */
const shownOf = <V>(slices: readonly Slice<V>[], whole: number): Slice<V>[] =>
  slices.filter(({ families }) => !isHidden(families.size) && !isHidden(whole - families.size));

/**
 * The same of slices that part the whole, as levels do: together they may not leave a few either. The smallest goes
 * until they do not.
 */
function shownParts(slices: readonly Slice<string>[], whole: ReadonlySet<string>): Slice<string>[] {
  const shown = shownOf(slices, whole.size).sort(
    (one, other) => other.families.size - one.families.size || (one.value < other.value ? -1 : 1),
  );
  while (shown.length > 0 && areFewLeft(shown, whole)) shown.pop();
  return shown;
}

/** Whether a few families are in none of these slices or, as two wishes of one can be, in several. */
function areFewLeft(slices: readonly Slice<unknown>[], whole: ReadonlySet<string>): boolean {
  const all = new Set(slices.flatMap(({ families }) => [...families]));
  const sum = slices.reduce((before, { families }) => before + families.size, 0);
  return isHidden(whole.size - all.size) || isHidden(Math.abs(whole.size - sum));
}

const slicesBy = (
  wishes: readonly CountedWish[],
  partOf: (wish: CountedWish) => string | null,
): Slice<string>[] =>
  [...Map.groupBy(wishes, partOf)].flatMap(([value, some]) =>
    value === null ? [] : [{ value, families: familiesOf(some) }],
  );

/** What everyone may know of the wishes for one instrument; undefined where that is nothing. */
export function publicSumsOf(wishes: readonly CountedWish[], hours: Hours) {
  const whole = familiesOf(wishes);
  if (whole.size < WISHES_SHOWN_FROM) return undefined;
  const cells = byHour(wishes, hours).map(({ weekday, hour, wishes: some }) => ({
    value: { weekday, hour: timeOfHour(hour) },
    families: familiesOf(some),
  }));
  return {
    families: whole.size,
    levels: shownParts(
      slicesBy(wishes, ({ level }) => level),
      whole,
    ).map(({ value, families }) => ({ level: value, families: families.size })),
    groups: shownParts(
      slicesBy(wishes, ({ group }) => group),
      whole,
    ).map(({ value, families }) => ({ group: value, families: families.size })),
    hours: shownOf(cells, whole.size).map(({ value, families }) => ({ ...value, families: families.size })),
  };
}
