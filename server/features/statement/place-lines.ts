import { type NotNull, sql } from 'kysely';
import { formerStudent } from '#contract/former.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import { t } from '#languages/t.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import { TRIAL_DAY } from '#server/database/rows/lessons.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import type { Db } from '#server/database/schema.ts';
import { isTrial, lessonsOf } from '#server/features/orders/index.ts';
import type { Line, Whose } from './lines.ts';

const STRUCK = reasonOf('orders.nothing_owed');

/**
 * What places and trial lessons cost that an account pays: each its price from the day on which it was given, and what of that
 * is no more. An order that never gave a place costs nothing, whatever moved for it.
 */
export async function findPlaceLines(db: Db, whose: Whose): Promise<Line[]> {
  return (await findPlaces(db, whose)).flatMap(linesOf);
}

type Place = Awaited<ReturnType<typeof findPlaces>>[number];

/** The day of a class's first lesson, or of its last; of a trial that of its lesson. */
const dayOfLesson = (end: 'asc' | 'desc') => sql<string | null>`case when orders.lessonid is null then (
  select day from lessons
  where lessons.classid = orders.classid and state <> 'cancelled'
  order by startsat ${sql.raw(end)} limit 1
) else ${TRIAL_DAY} end`;

const findPlaces = (db: Db, { userid }: Whose) =>
  db
    .selectFrom('orders')
    .innerJoin('classes', 'classes._id', 'orders.classid')
    .leftJoin('learners', 'learners._id', 'orders.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select(['orders._id', 'orders.classid', 'classes.classname', LEARNER_NAME.as('learnername')])
    .select(['orders.amount', 'orders.fullamount', 'orders.amountreason', 'orders.earned', 'orders.reason'])
    .select('orders.restamount')
    .select(['orders.paidby', 'orders.paidat', 'orders.createdat', 'orders.endedat'])
    .select(['orders.lessonsleft', 'orders.lessonsof', 'orders.lessonid'])
    .select([dayOfLesson('asc').as('lessonsfrom'), dayOfLesson('desc').as('lessonsto')])
    .select(TRIAL_DAY.as('trialday'))
    .where('orders.userid', '=', userid)
    .where((of) => of.or([of('orders.state', '=', 'enrolled'), of('orders.endedat', 'is not', null)]))
    .where((of) => of.not(of.and([of('orders.state', '=', 'expired'), of('orders.paidby', '=', 'card')])))
    .where(({ fn, val }) => sql<boolean>`${fn.coalesce('orders.fullamount', 'orders.amount')} > ${val(0)}`)
    .$narrowType<{ classid: NotNull }>()
    .execute();

function linesOf(place: Place): Line[] {
  const { _id, classid, classname, amount, earned, reason, endedat, createdat, paidat, paidby } = place;
  // What is paid in later instalments is a line of its own.
  const price = place.fullamount === null ? amount : place.fullamount - place.restamount;
  const isStruck = place.amountreason === STRUCK;
  // By card the place begins with the payment; by hand it may be paid much later.
  const begins = paidby === 'card' && amount > 0 ? (paidat ?? createdat) : createdat;
  const line = (kind: Line['kind'], more: Pick<Line, 'label' | 'amount' | 'at' | 'reason' | 'kept'>) => ({
    _id: `${_id}.${kind}`,
    kind,
    learnername: place.learnername ?? formerStudent(),
    classid,
    classname,
    trialday: place.trialday ?? undefined,
    ref: _id,
    ...more,
  });
  const label = t(isTrial(place) ? 'trials.of_class' : 'statement.place', { class: classname });
  const lines: Line[] = [
    {
      ...line('place', { label, amount: price, at: begins }),
      lessons: lessonsOf(place) ?? undefined,
      lessonsfrom: place.lessonsfrom ?? undefined,
      lessonsto: place.lessonsto ?? undefined,
    },
  ];
  if (amount !== price && isStruck)
    lines.push(
      line('struck', {
        label: t('statement.struck'),
        amount: amount - price,
        at: paidat ?? begins,
        reason: reasonWords(STRUCK),
      }),
    );
  else if (amount !== price)
    lines.push(
      line('reduction', {
        label: t(amount < price ? 'statement.reduction' : 'statement.surcharge'),
        amount: amount - price,
        at: begins,
        reason: place.amountreason ? reasonWords(place.amountreason) : t('payments.too_little_for_card'),
      }),
    );
  if (endedat !== null && amount > earned) {
    const isOwed = paidby === 'due';
    lines.push(
      line(isOwed ? 'struck' : 'cancelled', {
        label: isOwed ? t('statement.struck') : t('statement.cancelled'),
        amount: earned - amount,
        at: endedat,
        reason: reason === null ? undefined : reasonWords(reason),
        kept: earned || undefined,
      }),
    );
  }
  return lines;
}
