import type { ByHandPay } from '#contract/payments/calls.ts';
import { t } from '#languages/t.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';
import type { Entry } from './reading/read-entry.ts';
import { plainName } from './same-child.ts';

/** What a line asks for: a place, or what is to be corrected in it; undefined where it names no class. */
export type Wish = { classid: string; classname: string; pay: ByHandPay } | { sentence: string } | undefined;

type Term = { firstday: string; lastday: string };

/**
 * Finds the class that a line names, among those that are open for enrolment. A term or a teacher that it
 * names tells which of several it is, and is held against the only one, too: a class that meets in another
 * term, or is taught by another, is not the one that was meant. One without a plan may meet in any term.
 */
export async function openPlaceFinder(db: Db): Promise<(entry: Entry) => Wish> {
  const classes = await db
    .selectFrom('classes')
    .leftJoin('users', 'users._id', 'classes.instructorid')
    .select(['classes._id', 'classes.classname', 'users.name as teacher'])
    .where('classes.deletedat', 'is', null)
    .where('classes.status', '=', 'approved')
    .orderBy('classes._id')
    .execute();
  const terms = await db.selectFrom('terms').select(['name', 'firstday', 'lastday']).execute();
  const named = Map.groupBy(classes, ({ classname }) => plainName(classname));
  const called = Map.groupBy(terms, ({ name }) => plainName(name));
  const plans = new Map<string, Term[]>();
  const planned = await inChunks(terms.length > 0 ? classes.map(({ _id }) => _id) : [], (ids) =>
    db.selectFrom('plans').select(['classid', 'firstday', 'lastday']).where('classid', 'in', ids).execute(),
  );
  for (const { classid, ...days } of planned) plans.set(classid, [...(plans.get(classid) ?? []), days]);
  const meetsIn = (classid: string, term: Term) =>
    plans
      .get(classid)
      ?.some(({ firstday, lastday }) => firstday <= term.lastday && lastday >= term.firstday) ?? true;

  return ({ class: name, term, teacher, pays }) => {
    if (!name) return undefined;
    const pay = payOf(pays);
    if (!pay) return { sentence: t('imports.pays_unknown', { pays }) };
    const alike = named.get(plainName(name)) ?? [];
    if (alike.length === 0) return { sentence: t('imports.class_unknown', { class: name }) };
    const times = term ? called.get(plainName(term)) : undefined;
    if (term && !times) return { sentence: t('imports.term_unknown', { term }) };
    const fitting = alike.filter(
      (one) =>
        (!teacher || plainName(one.teacher ?? '') === plainName(teacher)) &&
        (!times || times.some((days) => meetsIn(one._id, days))),
    );
    const [one, ...others] = fitting;
    if (!one) return { sentence: t('imports.class_not_so', { class: name }) };
    if (others.length > 0)
      return { sentence: t('imports.class_ambiguous', { class: name, count: fitting.length }) };
    return { classid: one._id, classname: one.classname, pay };
  };
}

/** As people write it in the languages of schools that move. */
const PAYS: Readonly<Record<ByHandPay, RegExp>> = {
  cash: /^(cash|paid in cash|bar|bar bezahlt|barzahlung|espèces|en espèces|payé en espèces|comptant|liquide)$/,
  transfer:
    /^(transfer|bank transfer|paid by transfer|bank|überweisung|überwiesen|per überweisung|virement|par virement|payé par virement)$/,
  due: /^(|due|owed|owes|later|pays later|unpaid|open|offen|später|zahlt später|unbezahlt|dû|due?s?|à payer|plus tard|impayé)$/,
  free: /^(free|free of charge|kostenlos|gratis|frei|gratuit|gratuite|0)$/,
};

const payOf = (said: string): ByHandPay | undefined =>
  (Object.keys(PAYS) as ByHandPay[]).find((pay) => PAYS[pay].test(plainName(said)));
