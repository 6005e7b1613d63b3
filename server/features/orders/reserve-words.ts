import { formatsOf, listOf } from '#contract/formats.ts';
import { t } from '#languages/t.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import type { OrderRow } from './queries.ts';

/**
 * What a payer agrees to by reserving these places with a card that is charged later, in the language of now: each
 * sum, its class, and after which day it is decided. Undefined of orders that reserve nothing.
 */
export async function reserveWords(
  db: Db,
  orders: readonly OrderRow[],
  school: SchoolNow,
): Promise<string | undefined> {
  const reserving = orders.filter(({ reserves, reservedat }) => reserves === 1 && reservedat === null);
  if (reserving.length === 0) return undefined;
  const found = await findClassesById(
    db,
    reserving.flatMap(({ classid }) => classid ?? []),
  );
  const classes = new Map(found.map((one) => [one._id, one]));
  const { money, day } = formatsOf(school);
  const places = reserving.map(({ classid, amount, currency }) => {
    const { classname, decideby } = classes.get(classid ?? '') ?? {};
    const sum = money(amount / 100, currency);
    return t('reservations.consent_place', {
      sum,
      class: classname ?? '',
      day: decideby ? day(decideby) : '',
    });
  });
  return t('reservations.consent', {
    school: school.name,
    places: listOf(places),
    count: places.length,
  });
}
