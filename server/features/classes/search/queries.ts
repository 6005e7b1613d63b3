import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import {
  type CLASS_COLUMNS,
  CLASS_STATUSES,
  CLASSES_PER_PAGE,
  type ClassFilter,
  type ClassSort,
  type ClassState,
  type ClassStatus,
  type DayPart,
} from '#contract/classes/calls.ts';
import { FORMER_TEACHER, NO_TEACHER_EMAIL } from '#contract/former.ts';
import { AGE_MAX, isWithin } from '#contract/learners/ages.ts';
import { FOUND_MAX, PAGE_SIZE, type Sort } from '#contract/pages.ts';
import { agesOfGroup, valuesOf, type WithLists } from '#contract/school/lists.ts';
import { containsWord, containsWords, wordsOf } from '#server/database/lists/contains.ts';
import { readFound, takeFoundIds } from '#server/database/lists/found-page.ts';
import {
  LIST_BATCH,
  NEWEST_FIRST,
  type Order,
  orderOf,
  type PageQuery,
  takeBatches,
  takeCountedPage,
  takePage,
} from '#server/database/lists/pagination.ts';
import { type Hits, matchedBy, rowsAt } from '#server/database/lists/word-index.ts';
import type { Database, Db } from '#server/database/schema.ts';
import { LOOKED_UP, present } from '#server/features/classes/queries.ts';

type Shown = readonly (keyof typeof FORMER)[];
/** The name and picture of a class without a teacher. */
const FORMER = { name: FORMER_TEACHER, email: NO_TEACHER_EMAIL };

/** Where words of a search are looked for: in columns of a class, and in what is shown of its teacher. */
type Places = { columns: readonly ('classname' | 'description')[]; shown: Shown };

type Classes = SelectQueryBuilder<Database, 'classes', object>;

/** What words find: a condition on each class, and the classes that indexes find by them, where they do. */
type Words = { each: Expression<boolean>; found?: Classes[] };

/** Every word of `q` occurs in a class or in what is shown of its teacher. */
async function lookForWords(db: Db, q: string, { columns, shown }: Places): Promise<Words> {
  const words = wordsOf(q);
  const taughtBy = await findTeachers(db, words, shown);
  const isTaughtBy = (teachers: readonly string[], isFormer: boolean) => {
    const isTheirs =
      teachers.length > 0 ? sql<boolean>`instructorid in (${sql.join(teachers)})` : sql<boolean>`1 = 0`;
    return isFormer ? sql<boolean>`(${isTheirs} or instructorid is null)` : isTheirs;
  };
  const isFormer = (word: string) =>
    shown.some((column) => FORMER[column].toLowerCase().includes(word.toLowerCase()));
  const each = containsWords([...columns, (word) => isTaughtBy(taughtBy.get(word) ?? [], isFormer(word))], q);
  const matched = matchedBy(db, 'classes', { columns, q });
  if (!matched) return { each };
  const byText = rowsAt(db, 'classes', matched.hits).where(matched.and);
  const teachers = [...new Set([...taughtBy.values()].flat())];
  if (teachers.length === 0 && !words.some(isFormer)) return { each, found: [byText] };
  // Every other class has one of the words in its teacher.
  const byTeacher: Hits = sql`select rowid as number from classes where ${isTaughtBy(teachers, words.some(isFormer))}`;
  const others = rowsAt(db, 'classes', byTeacher)
    .$if(words.length > 1, (classes) => classes.where(each))
    .where(sql<boolean>`(${containsWords(columns, q)}) is not true`);
  return { each, found: [byText, others] };
}

/**
 * Who teaches and has a word in what is shown of them, by that word. They are few and looked through before
 * the classes are, so that a database that knows them finds their classes by an index; a join with the users
 * would have PostgreSQL look through all of these first. One after the other is found in an index, however
 * many classes each has.
 */
async function findTeachers(
  db: Db,
  words: readonly string[],
  shown: Shown,
): Promise<ReadonlyMap<string, string[]>> {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select "instructorid" from "classes" where "instructorid" ${after} order by "instructorid" limit 1)`;
  const texts = shown.map(
    (column) =>
      sql`(select ${sql.ref(column)} from users where users._id = taught.instructorid) as ${sql.ref(column)}`,
  );
  const has = words.map((word, at) => sql`${containsWord(shown, word)} as ${sql.ref(`word${at}`)}`);
  const teachers = sql<{ _id: string } & Record<string, unknown>>`with recursive taught (instructorid) as (
      select ${next(sql`is not null`)}
      union all select ${next(sql`> taught.instructorid`)} from taught where taught.instructorid is not null)
    select _id, ${sql.join(has)}
    from (select instructorid as _id, ${sql.join(texts)} from taught where instructorid is not null) as teachers`;
  const { rows } = await teachers.execute(db);
  const having = (at: number) => rows.flatMap((row) => (row[`word${at}`] ? row._id : []));
  return new Map(words.map((word, at) => [word, having(at)]));
}

const COLUMNS = {
  classname: sql<string>`lower(classname)`,
  price: sql.ref<number>('price'),
  availableseat: sql.ref<number>('availableseat'),
  status: sql.ref<string>('status'),
} satisfies Record<(typeof CLASS_COLUMNS)[number], unknown>;

/** A page of the admins' list, by words in its names and by status, and how many there are in all. */
export async function searchClasses(
  db: Db,
  {
    q = '',
    status,
    term,
    sort,
    ...ask
  }: PageQuery & { q?: string; status?: ClassState; term?: string; sort?: Sort<keyof typeof COLUMNS> },
) {
  const inTerm = term === undefined ? [] : [await meetsInTerm(db, term)];
  const narrowed = (classes: Classes) =>
    classes
      .where('deletedat', 'is', null)
      .where((eb) => eb.and(inTerm))
      .$if(status === 'changed', (query) => query.where('changedat', 'is not', null))
      .$if(status !== undefined && status !== 'changed', (query) =>
        query.where('status', '=', status as ClassStatus),
      );
  const page = { ...ask, order: orderOf(sort, COLUMNS) };
  if (q.trim() !== '') {
    const words = await lookForWords(db, q, { columns: ['classname'], shown: ['name', 'email'] });
    return takeFoundClasses(db, { words, narrowed, page });
  }
  const all = narrowed(db.selectFrom('classes'));
  const rows = all.selectAll('classes').select(LOOKED_UP);
  // Both are true of every class: with them SQLite counts in an index that begins so, and reads no class.
  const everyClass = all.where('status', 'in', CLASS_STATUSES).where('createdat', '>=', 0);
  const isNarrowed = status !== undefined || term !== undefined;
  return takeCountedPage(db, rows, { ...page, counted: isNarrowed ? all : everyClass });
}

/** What more classes than these have in common is met soon, in whatever order they are read. */
const MANY = 1000;

/** A page of what words find among the classes that `narrowed` leaves. */
async function takeFoundClasses(
  db: Db,
  {
    words,
    narrowed,
    page,
  }: {
    words: Words;
    narrowed: (classes: Classes) => Classes;
    page: PageQuery & { order: Order; size?: number; max?: number };
  },
) {
  const each = narrowed(db.selectFrom('classes').where(words.each));
  const found = words.found?.map(narrowed) ?? [each];
  const ids = await takeFoundIds(db, { table: 'classes', each, found }, { ...page, many: MANY });
  return readFound(ids, (some) =>
    db.selectFrom('classes').where('_id', 'in', some).selectAll('classes').select(LOOKED_UP).execute(),
  );
}

/**
 * How the list of classes comes. An index and the start of a page go one way, so the lowest price is the
 * highest one below zero.
 */
const ORDERS: Record<ClassSort, Order> = {
  newest: { by: [sql.ref<number>('createdat')], isDescending: true },
  popularity: { by: [sql.ref<number>('enrolledstudents')], isDescending: true },
  price: { by: [sql<number>`(-price)`], isDescending: true },
};

/** When what is in a part of a day begins. */
const BEGINNINGS: Record<DayPart, { from: string; before: string }> = {
  morning: { from: '00:00', before: '12:00' },
  afternoon: { from: '12:00', before: '17:00' },
  evening: { from: '17:00', before: '24:00' },
};

const MINUTES_OF_DAY = sql<number>`cast(substr(starttime, 1, 2) as integer) * 60 + cast(substr(starttime, 4, 2) as integer)`;
const minutesOf = (hour: string) => Number(hour.slice(0, 2)) * 60;

/** A plan of the class is on a day of the week, begins in a part of the day, and lies between two hours. */
const meetsThen =
  ({ weekday, time, from, until }: Pick<ClassFilter, 'weekday' | 'time' | 'from' | 'until'>) =>
  (eb: ExpressionBuilder<Database, 'classes'>) => {
    let plans = eb.selectFrom('plans').select('plans._id').whereRef('plans.classid', '=', 'classes._id');
    if (weekday) plans = plans.where('weekday', '=', Number(weekday));
    if (time) {
      const { from: first, before } = BEGINNINGS[time];
      plans = plans.where('starttime', '>=', first).where('starttime', '<', before);
    }
    if (from) plans = plans.where('starttime', '>=', from);
    if (until) plans = plans.where(sql<boolean>`${MINUTES_OF_DAY} + minutes <= ${minutesOf(until)}`);
    // Of `exists` PostgreSQL makes a join that reads every plan, however few classes are asked for.
    return eb(plans.limit(1), 'is not', null);
  };

/**
 * A plan of the class has days of a term; none has of a term that is not there. Its days are looked up first:
 * a database that knows them goes through the list in its order.
 */
async function meetsInTerm(db: Db, id: string): Promise<Expression<SqlBool>> {
  const terms = db.selectFrom('terms').select(['firstday', 'lastday']).where('_id', '=', id);
  const term = await terms.executeTakeFirst();
  if (!term) return sql<boolean>`1 = 0`;
  const eb = expressionBuilder<Database, 'classes'>();
  const plans = eb.selectFrom('plans').select('plans._id').whereRef('plans.classid', '=', 'classes._id');
  const within = plans.where('firstday', '<=', term.lastday).where('lastday', '>=', term.firstday);
  return eb(within.limit(1), 'is not', null);
}

/** An age in years, and the groups of the school that it belongs to. */
type Age = { years: number; groups: readonly string[] };

/** A filter as the school's lists know it. */
export type KnownFilter = Omit<ClassFilter, 'age'> & { age?: Age | undefined };

/** What of a filter the school knows: levels and groups that it does not have are ignored. */
export function knownFilter<F extends ClassFilter>(
  school: Pick<WithLists, 'lists'>,
  { level, group, age, ...filter }: F,
) {
  const years = Number(age);
  const groups = valuesOf(school, 'groups').filter((name) => isWithin(years, agesOfGroup(school, name)));
  return {
    ...filter,
    level: valuesOf(school, 'levels').find((value) => value === level),
    group: valuesOf(school, 'groups').find((value) => value === group),
    age: age === undefined ? undefined : { years, groups },
  };
}

/** A class is for a learner of this age (in years): by its limits where it says some, else by its group. */
const isForAge =
  ({ years: age, groups }: Age) =>
  (eb: ExpressionBuilder<Database, 'classes'>) => {
    return eb.or([
      eb.and([eb('agefrom', 'is', null), eb('ageto', 'is', null), eb('group', 'in', groups)]),
      sql<boolean>`(coalesce(agefrom, ageto) is not null and coalesce(agefrom, 0) <= ${age} and coalesce(ageto, ${AGE_MAX}) >= ${age})`,
    ]);
  };

/** Looked up for each class: of `exists` PostgreSQL makes a join that reads every class of the instrument. */
const isForInstrument = (instrument: string) => (eb: ExpressionBuilder<Database, 'classes'>) =>
  eb(
    eb
      .selectFrom('classinstruments')
      .select('instrumentid')
      .whereRef('classid', '=', 'classes._id')
      .where('instrumentid', '=', instrument)
      .limit(1),
    'is not',
    null,
  );

/** The words of a filter are looked for in name, instructor and description. */
const wordsOfFilter = (db: Db, { q = '' }: KnownFilter) =>
  lookForWords(db, q, { columns: ['classname', 'description'], shown: ['name'] });

/** What its term asks of a class. */
const termOfFilter = async (db: Db, { term }: KnownFilter): Promise<Expression<SqlBool>[]> =>
  term === undefined ? [] : [await meetsInTerm(db, term)];

/** The approved of these classes (or all) that fit every part of the filter, but its words and its term. */
const narrowed = (
  classes: Classes,
  of: 'approved' | 'any',
  { level, group, instrument, teacher, open, age, ...times }: KnownFilter,
) =>
  classes
    .where('deletedat', 'is', null)
    .$if(of === 'approved', (query) => query.where('status', '=', 'approved'))
    .$if(level !== undefined, (query) => query.where('level', '=', level as string))
    .$if(group !== undefined, (query) => query.where('group', '=', group as string))
    .$if(instrument !== undefined, (query) => query.where(isForInstrument(instrument as string)))
    .$if(teacher !== undefined, (query) => query.where('instructorid', '=', teacher as string))
    .$if(open !== undefined, (query) => query.where('availableseat', '>', 0))
    .$if(age !== undefined, (query) => query.where(isForAge(age as Age)))
    .$if(Boolean(times.weekday || times.time || times.from || times.until), (query) =>
      query.where(meetsThen(times)),
    );

/** All of them, a batch at a time. */
export async function* findClasses(
  db: Db,
  of: 'approved' | 'any',
  { sort = 'newest', ...filter }: KnownFilter = {},
) {
  const words = filter.q?.trim() ? [(await wordsOfFilter(db, filter)).each] : [];
  const inTerm = await termOfFilter(db, filter);
  const found = narrowed(db.selectFrom('classes'), of, filter).where((eb) => eb.and([...words, ...inTerm]));
  yield* takeBatches(found.selectAll('classes').select(LOOKED_UP), ORDERS[sort], LIST_BATCH);
}

/** A page of the public list, and how many there are in all. */
export async function browseClasses(
  db: Db,
  { after, before, sort = 'newest', ...filter }: PageQuery & KnownFilter,
) {
  const inTerm = await termOfFilter(db, filter);
  const fitting = (classes: Classes) => narrowed(classes, 'approved', filter).where((eb) => eb.and(inTerm));
  const page = { after, before, order: ORDERS[sort], size: CLASSES_PER_PAGE, max: FOUND_MAX };
  if (filter.q?.trim())
    return takeFoundClasses(db, { words: await wordsOfFilter(db, filter), narrowed: fitting, page });
  const found = fitting(db.selectFrom('classes'));
  const rows = found.selectAll('classes').select(LOOKED_UP);
  // The index in the order of the newest holds all that narrows the list; SQLite would count by a shorter
  // one, and look at each class.
  const counted = found.orderBy('createdat', 'desc').orderBy('_id', 'desc');
  return takeCountedPage(db, rows, { ...page, counted });
}

const MENTIONS_AT_ONCE = 5000;

/** Which classes are approved, the newest first, from an index. */
export const findClassMentions = (db: Db) =>
  takeBatches(
    narrowed(db.selectFrom('classes'), 'approved', {}).select(['_id', 'createdat']),
    ORDERS.newest,
    MENTIONS_AT_ONCE,
  );

/** Other approved classes with free seats that fit, the newest first. */
export async function findOpenClasses(
  db: Db,
  fit: Pick<KnownFilter, 'level' | 'group'>,
  { but, limit }: { but: string; limit: number },
) {
  return narrowed(db.selectFrom('classes'), 'approved', { ...fit, open: '1' })
    .where('_id', '<>', but)
    .selectAll('classes')
    .select(LOOKED_UP)
    .orderBy('createdat', 'desc')
    .orderBy('_id', 'desc')
    .limit(limit)
    .execute();
}

export async function findPopularClasses(db: Db, limit: number) {
  return present(db)
    .where('status', '=', 'approved')
    .orderBy('enrolledstudents', 'desc')
    .orderBy('_id', 'desc')
    .limit(limit)
    .execute();
}

/** What an instructor teaches. */
const taughtBy = (db: Db, email: string) =>
  db
    .selectFrom('classes')
    .where('deletedat', 'is', null)
    .where('instructorid', '=', (of) =>
      of.selectFrom('users').select('users._id').where('email', '=', email),
    );

/** All of an instructor's classes, the newest first, a batch at a time. */
export const findClassesOfInstructor = (db: Db, email: string) =>
  takeBatches(taughtBy(db, email).selectAll('classes').select(LOOKED_UP), NEWEST_FIRST, LIST_BATCH);

/** A page of them. */
export const browseClassesOfInstructor = (db: Db, { email, ...ask }: PageQuery & { email: string }) =>
  takePage(taughtBy(db, email).selectAll('classes').select(LOOKED_UP), ask);

/** What they come to. */
export async function sumTeaching(db: Db, email: string) {
  const sums = await taughtBy(db, email)
    // True of every class, and the beginning of the index that holds all that is summed up.
    .where('status', 'in', CLASS_STATUSES)
    .select((of) => [
      of.fn.countAll<number>().as('classes'),
      sumOf(sql`case when status = 'pending' then 1 else 0 end`).as('pending'),
      sumOf(sql`case when status = 'approved' then enrolledstudents else 0 end`).as('enrolledstudents'),
      sumOf(sql`case when status = 'approved' then availableseat else 0 end`).as('availableseat'),
    ])
    .executeTakeFirstOrThrow();
  const denied = await taughtBy(db, email)
    .where('status', '=', 'denied')
    .select(['_id', 'classname', 'feedback'])
    .orderBy('_id', 'desc')
    .limit(PAGE_SIZE)
    .execute();
  return { ...sums, denied };
}

const sumOf = (part: RawBuilder<unknown>) => sql<number>`cast(coalesce(sum(${part}), 0) as integer)`;
