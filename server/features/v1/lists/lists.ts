import { sql } from 'kysely';
import type { ListNoun } from '#contract/endpoint.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Database, Db } from '#server/database/schema.ts';
import { sumInvoices } from '#server/features/ledger/index.ts';
import type { Asked, Found, List, Position } from './list.ts';

type Named = Exclude<keyof Asked, 'begin' | 'end'>;

/** Tables of which each row is a record of a list, by the names of their columns. */
type Own = {
  [T in keyof Database]: Database[T] extends { _id: string } ? T : never;
}[keyof Database];

const first = (after: Position | null) => String(after?.[0] ?? '');

/** Ids of rows of a table, in the order of their ids; `where` says which columns hold what is asked for. */
const byId =
  (table: Own, where: Partial<Record<Named, string>>, alive = sql<boolean>`1 = 1`) =>
  async (db: Db, asked: Asked, { after, limit }: { after: Position | null; limit: number }) => {
    const wanted = Object.entries(where).flatMap(([name, column]) => {
      const value = asked[name as Named];
      return value === undefined ? [] : [sql<boolean>`${sql.ref(`${table}.${column}`)} = ${value}`];
    });
    const rows = await sql<{ _id: string }>`select _id from ${sql.table(table)} where ${sql.join(
      [sql`_id > ${first(after)}`, alive, ...wanted],
      sql` and `,
    )} order by _id limit ${limit}`.execute(db);
    return rows.rows.map(({ _id }): Found => ({ id: _id, at: [_id] }));
  };

const groupBy = <R, K extends string>(rows: readonly R[], keyOf: (row: R) => K) => Map.groupBy(rows, keyOf);

const orNull = <T>(value: T | null | undefined): T | null => value ?? null;

const classes: List<'classes'> = {
  find: byId('classes', {}, sql`deletedat is null`),
  async read(db, ids) {
    const [rows, plans, instruments, lessons] = [
      await inChunks(ids, (some) =>
        db
          .selectFrom('classes')
          .selectAll()
          .where('_id', 'in', some)
          .where('deletedat', 'is', null)
          .execute(),
      ),
      groupBy(
        await inChunks(ids, (some) =>
          db.selectFrom('plans').selectAll().where('classid', 'in', some).orderBy('_id').execute(),
        ),
        ({ classid }) => classid,
      ),
      groupBy(
        await inChunks(ids, (some) =>
          db.selectFrom('classinstruments').selectAll().where('classid', 'in', some).execute(),
        ),
        ({ classid }) => classid,
      ),
      new Map(
        (
          await inChunks(ids, (some) =>
            db
              .selectFrom('lessons')
              .select(['classid'])
              .select((of) => of.fn.countAll<number>().as('count'))
              .where('classid', 'in', some)
              .where('removedat', 'is', null)
              .where('state', '<>', 'cancelled')
              .groupBy('classid')
              .execute(),
          )
        ).map(({ classid, count }) => [classid, Number(count)]),
      ),
    ];
    return rows.map((row) => ({
      _id: row._id,
      classname: row.classname,
      status: row.status,
      instructorid: row.instructorid,
      level: row.level,
      group: row.group,
      agefrom: row.agefrom,
      ageto: row.ageto,
      price: row.price,
      priceunit: row.priceunit,
      billing: row.billing,
      capacity: row.capacity,
      availableseat: row.availableseat,
      heldseats: row.heldseats,
      enrolledstudents: row.enrolledstudents,
      description: row.description,
      image: row.image,
      instrumentids: (instruments.get(row._id) ?? []).map(({ instrumentid }) => instrumentid).sort(),
      plans: (plans.get(row._id) ?? []).map(({ _id, classid, ...plan }) => plan),
      lessons: lessons.get(row._id) ?? 0,
      opensat: row.opensat,
      createdat: row.createdat,
    }));
  },
};

const terms: List<'terms'> = {
  find: byId('terms', {}),
  read: (db, ids) =>
    inChunks(ids, (some) =>
      db
        .selectFrom('terms')
        .select(['_id', 'name', 'firstday', 'lastday'])
        .where('_id', 'in', some)
        .execute(),
    ),
};

const rooms: List<'rooms'> = {
  find: byId('rooms', {}),
  read: async (db, ids) => {
    const rows = await inChunks(ids, (some) =>
      db
        .selectFrom('rooms')
        .select(['_id', 'name', 'places', 'siteid', 'retiredat'])
        .where('_id', 'in', some)
        .execute(),
    );
    return rows.map(({ retiredat, ...row }) => ({ ...row, retired: retiredat !== null }));
  },
};

const lessons: List<'lessons'> = {
  async find(db, { classid, begin, end }, { after, limit }) {
    const [startsat, id] = after ?? [begin, ''];
    const rows = await db
      .selectFrom('lessons')
      .select(['_id', 'startsat'])
      .where('removedat', 'is', null)
      .where('startsat', '<', end)
      .$if(classid !== undefined, (some) => some.where('classid', '=', classid ?? ''))
      .where((of) => of(of.refTuple('startsat', '_id'), '>', of.tuple(Number(startsat), String(id))))
      .orderBy('startsat')
      .orderBy('_id')
      .limit(limit)
      .execute();
    return rows.map(({ _id, startsat }) => ({ id: _id, at: [startsat, _id] }));
  },
  fits: ({ classid, startsat }, { classid: of, begin, end }) =>
    (of === undefined || classid === of) && startsat >= begin && startsat < end,
  read: (db, ids) =>
    inChunks(ids, (some) =>
      db
        .selectFrom('lessons')
        .select(['_id', 'classid', 'day', 'startsat', 'endsat', 'roomid', 'teacherid', 'state', 'reason'])
        .select('seq as sequence')
        .where('_id', 'in', some)
        .where('removedat', 'is', null)
        .execute(),
    ),
};

const people: List<'people'> = {
  find: byId('learners', {}, sql`leftat is null and userid is not null`),
  async read(db, ids) {
    const rows = await inChunks(ids, (some) =>
      db
        .selectFrom('learners')
        .innerJoin('users', 'users._id', 'learners.userid')
        .select(['learners._id', 'learners.userid', 'self', 'firstname', 'lastname', 'born'])
        .select(['learners.createdat', 'users.name'])
        .where('learners._id', 'in', some)
        .where('leftat', 'is', null)
        .where('erasedat', 'is', null)
        .execute(),
    );
    return rows.map(({ firstname, lastname, userid, name, ...row }) => ({
      ...row,
      userid: userid ?? '',
      name: row.self ? name : [firstname, lastname].filter(Boolean).join(' '),
    }));
  },
};

const families: List<'families'> = {
  find: byId('users', {}, sql`erasedat is null`),
  async read(db, ids) {
    const rows = await inChunks(ids, (some) =>
      db
        .selectFrom('users')
        .select(['_id', 'name', 'email', 'role', 'street', 'postcode', 'town', 'createdat'])
        .where('_id', 'in', some)
        .where('erasedat', 'is', null)
        .execute(),
    );
    const learners = groupBy(
      await inChunks(ids, (some) =>
        db
          .selectFrom('learners')
          .select(['_id', 'userid'])
          .where('userid', 'in', some)
          .where('leftat', 'is', null)
          .orderBy('_id')
          .execute(),
      ),
      ({ userid }) => userid ?? '',
    );
    const children = [...learners.values()].flat().map(({ _id }) => _id);
    const guardians = groupBy(
      await inChunks(children, (some) =>
        db
          .selectFrom('guardians')
          .select(['learnerid', 'userid', 'mayenrol', 'maypay', 'getsmail'])
          .where('learnerid', 'in', some)
          .orderBy('userid')
          .execute(),
      ),
      ({ learnerid }) => learnerid,
    );
    return rows.map((row) => {
      const learnerids = (learners.get(row._id) ?? []).map(({ _id }) => _id);
      return { ...row, learnerids, guardians: learnerids.flatMap((id) => guardians.get(id) ?? []) };
    });
  },
};

const enrolments: List<'enrolments'> = {
  find: byId('enrolments', { classid: 'classid', learnerid: 'learnerid' }),
  fits: ({ classid, learnerid }, asked) =>
    (asked.classid === undefined || classid === asked.classid) &&
    (asked.learnerid === undefined || learnerid === asked.learnerid),
  async read(db, ids) {
    const rows = await inChunks(ids, (some) =>
      db
        .selectFrom('enrolments')
        .innerJoin('orders', 'orders._id', 'enrolments._id')
        .select(['enrolments._id', 'enrolments.classid', 'enrolments.learnerid', 'orders.userid'])
        .select(['orders.amount as price', 'orders.restamount as rest', 'enrolments.currency'])
        .select(['orders.paidby', 'enrolments.date'])
        .where('enrolments._id', 'in', some)
        .execute(),
    );
    return rows;
  },
};

const waitlist: List<'waitlist'> = {
  find: byId(
    'waitlist',
    { classid: 'classid' },
    sql`state in ('waiting', 'kept', 'offered', 'taken') and wishid is null`,
  ),
  fits: ({ classid }, asked) => asked.classid === undefined || classid === asked.classid,
  async read(db, ids) {
    const rows = await inChunks(ids, (some) =>
      db
        .selectFrom('waitlist')
        .select(['_id', 'classid', 'learnerid', 'state', 'offeruntil', 'createdat'])
        .where('_id', 'in', some)
        .where('state', 'in', ['waiting', 'kept', 'offered', 'taken'])
        .where('wishid', 'is', null)
        .execute(),
    );
    return rows.map(({ state, offeruntil, ...row }) => {
      const isWaiting = state === 'waiting' || state === 'kept';
      return { ...row, state: isWaiting ? 'waiting' : 'offered', offeruntil: isWaiting ? null : offeruntil };
    });
  },
};

const LESSONS_AT_ONCE = 100;

/** Lessons in which learners were marked, in their order; from one on, or after it. */
const findMarkedLessons = (
  db: Db,
  {
    lessonid,
    from: [startsat, id],
    isFrom,
    end,
  }: { lessonid: string | undefined; from: Position; isFrom: boolean; end: number },
) =>
  db
    .selectFrom('lessons')
    .select(['_id', 'startsat'])
    .where('startsat', '<', end)
    .$if(lessonid !== undefined, (some) => some.where('_id', '=', lessonid ?? ''))
    .where((of) =>
      of(of.refTuple('startsat', '_id'), isFrom ? '>=' : '>', of.tuple(Number(startsat), String(id))),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('attendance').select('learnerid').whereRef('attendance.lessonid', '=', 'lessons._id'),
      ),
    )
    .orderBy('startsat')
    .orderBy('_id')
    .limit(LESSONS_AT_ONCE)
    .execute();

const attendance: List<'attendance'> = {
  async find(db, { lessonid, begin, end }, { after, limit }) {
    const [startsat, lesson, learner] = after ?? [begin, '', ''];
    const found: Found[] = [];
    let from: Position = [Number(startsat), String(lesson)];
    // Lessons in their order, some at a time, until there are marks enough.
    for (let isFirst = true; found.length < limit; isFirst = false) {
      const held = await findMarkedLessons(db, { lessonid, from, isFrom: isFirst, end });
      const last = held.at(-1);
      if (!last) break;
      from = [last.startsat, last._id];
      const marks = await db
        .selectFrom('attendance')
        .select(['lessonid', 'learnerid'])
        .where(
          'lessonid',
          'in',
          held.map(({ _id }) => _id),
        )
        .orderBy('learnerid')
        .execute();
      const byLesson = groupBy(marks, ({ lessonid }) => lessonid);
      for (const { _id, startsat } of held)
        for (const { learnerid } of byLesson.get(_id) ?? [])
          if (_id !== lesson || learnerid > String(learner))
            found.push({ id: `${_id}.${learnerid}`, at: [startsat, _id, learnerid] });
    }
    return found.slice(0, limit);
  },
  fits: ({ lessonid }, asked) => asked.lessonid === undefined || lessonid === asked.lessonid,
  async read(db, ids) {
    const wanted = new Set(ids);
    const lessonids = [...new Set(ids.map((id) => id.split('.')[0] ?? ''))];
    const rows = await inChunks(lessonids, (some) =>
      db
        .selectFrom('attendance')
        .select(['lessonid', 'learnerid', 'state', 'markedat'])
        .where('lessonid', 'in', some)
        .execute(),
    );
    return rows
      .map((row) => ({ _id: `${row.lessonid}.${row.learnerid}`, ...row }))
      .filter(({ _id }) => wanted.has(_id));
  },
};

const ofAccount = ({ userid }: { userid: string | null }, asked: Asked) =>
  asked.userid === undefined || userid === asked.userid;

const charges: List<'charges'> = {
  find: byId('charges', { userid: 'userid' }),
  fits: ofAccount,
  read: (db, ids) =>
    inChunks(ids, (some) =>
      db
        .selectFrom('charges')
        .select(['_id', 'userid', 'learnerid', 'classid', 'kind', 'label', 'amount', 'currency', 'day'])
        .select(['periodfrom', 'periodto', 'orderid as enrolmentid', 'reverses', 'createdat'])
        .where('_id', 'in', some)
        .execute(),
    ),
};

const invoices: List<'invoices'> = {
  find: byId('invoices', { userid: 'userid' }),
  fits: ofAccount,
  async read(db, ids) {
    const rows = await inChunks(ids, (some) =>
      db
        .selectFrom('invoices')
        .select(['_id', 'number', 'userid', 'kind', 'state', 'cancels', 'issuedday', 'dueday', 'total'])
        .select(['currency', 'createdat'])
        .where('_id', 'in', some)
        .execute(),
    );
    const sums = await sumInvoices(db, rows);
    return rows.map((row) => {
      const { paid = 0, open = 0 } = sums.get(row._id) ?? {};
      return { ...row, paid, open };
    });
  },
};

/** The account that a movement is for: its own, or that of the place or the places that it paid. */
const ACCOUNT = sql<string | null>`coalesce(ledger.userid, orders.userid,
  (select userid from orders as first where first.checkoutid = ledger.checkoutid order by _id limit 1))`;

/** What of a card payment of several places paid which. */
const findParts = (db: Db, ids: readonly string[]) =>
  inChunks(ids, (some) =>
    db
      .selectFrom('ledger')
      .innerJoin('orders', 'orders.checkoutid', 'ledger.checkoutid')
      .select(['ledger._id as ledgerid', 'orders._id as orderid', 'orders.amount'])
      .select(sql<null>`null`.as('invoiceid'))
      .where('ledger._id', 'in', some)
      .where('ledger.orderid', 'is', null)
      .where('ledger.kind', '=', 'charge')
      .orderBy('orders._id')
      .execute(),
  );

const movements: List<'movements'> = {
  async find(db, { userid }, { after, limit }) {
    const ofAccount = sql<boolean>`(ledger.userid = ${userid}
      or ledger.orderid in (select _id from orders where userid = ${userid})
      or ledger.checkoutid in (select checkoutid from orders where userid = ${userid}))`;
    const rows = await db
      .selectFrom('ledger')
      .select('_id')
      .where('_id', '>', first(after))
      .$if(userid !== undefined, (some) => some.where(ofAccount))
      .orderBy('_id')
      .limit(limit)
      .execute();
    return rows.map(({ _id }) => ({ id: _id, at: [_id] }));
  },
  fits: ofAccount,
  async read(db, ids) {
    const rows = await inChunks(ids, (some) =>
      db
        .selectFrom('ledger')
        .leftJoin('orders', 'orders._id', 'ledger.orderid')
        .select(['ledger._id', 'ledger.kind', 'ledger.amount', 'ledger.day', 'ledger.ref'])
        .select(['ledger.createdat', 'ledger.orderid as enrolmentid', ACCOUNT.as('userid')])
        .where('ledger._id', 'in', some)
        .execute(),
    );
    const allocated = await inChunks(ids, (some) =>
      db
        .selectFrom('allocations')
        .select(['ledgerid', 'orderid', 'invoiceid', 'amount'])
        .where('ledgerid', 'in', some)
        .orderBy('createdat')
        .orderBy('orderid')
        .orderBy('invoiceid')
        .execute(),
    );
    const paid = groupBy([...(await findParts(db, ids)), ...allocated], ({ ledgerid }) => ledgerid ?? '');
    return rows.map(({ day, ...row }) => ({
      ...row,
      day: orNull(day),
      allocations: (paid.get(row._id) ?? []).map(({ orderid, invoiceid, amount }) => ({
        enrolmentid: orderid,
        invoiceid,
        amount,
      })),
    }));
  },
};

const posts: List<'posts'> = {
  find: byId('blogs', {}),
  read: (db, ids) =>
    inChunks(ids, (some) =>
      db
        .selectFrom('blogs')
        .select(['_id', 'title', 'blog_description', 'blog', 'image', 'category', 'time'])
        // That the school is reviewing one is no matter of programs.
        .select(
          sql<'draft' | 'published'>`case when "state" = 'published' then "state" else 'draft' end`.as(
            'state',
          ),
        )
        .select(['authorid', 'authorname', 'version'])
        .where('_id', 'in', some)
        .execute(),
    ),
};

/** Every list for programs. */
export const LISTS: { readonly [N in ListNoun]: List<N> } = {
  classes,
  terms,
  rooms,
  lessons,
  people,
  families,
  enrolments,
  waitlist,
  attendance,
  charges,
  invoices,
  movements,
  posts,
};
