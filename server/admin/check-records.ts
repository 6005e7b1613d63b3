import { type Kysely, type RawBuilder, sql } from 'kysely';
import { LEAST_CHARGES, LEAST_ELSEWHERE } from '#contract/protocols/least-charge.ts';
import { isMigrated } from '#server/database/open.ts';
import { type AllTables, TABLES } from '#server/database/tables.ts';
import { COUNTS } from '#server/features/ledger/index.ts';
import { ANOTHER_AMOUNT } from '#server/features/payments/index.ts';
import { type Finding, fine, note, wrong } from './findings.ts';
import { checkVersion } from './records/load.ts';
import type { OpenBeside } from './records/open-records.ts';
import { findMigrations, findSqliteFaults } from './records/whole-tables.ts';

type Row = { id: string };
type Rule = {
  about: string;
  /** True of records that are right. */
  rule: string;
  /** What is not: its ids. */
  breaks: RawBuilder<Row>;
  remedy: string;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** What follows a payment takes seconds; after this time no process is at work on it. */
const UNDER_WAY_MS = 15 * MINUTE_MS;

const RESTORE =
  'Keep a copy of the records as they are, and ask for help; a backup from before restores what was right.';
const MONEY_CHECK = 'Open the money check in the office: it shows the payment and offers what mends it.';

const kept = sql`sum(case when kind in ('charge', 'refund_failed', 'cash', 'transfer') then amount else -amount end)`;
/** What moved of each payment, and the orders that it is for: one, or those of a checkout. */
const books = sql`(select coalesce(checkoutid, orderid) as payment, ${kept} as kept, sum(seats) as seats,
  sum(case when kind in ('charge', 'cash', 'transfer') then amount else 0 end) as came
  from (select orderid, checkoutid, kind, amount, seats from ledger where orderid is not null or checkoutid is not null
    union all select a.orderid, o.checkoutid, l.kind, a.amount, a.seats from allocations a join ledger l on l._id = a.ledgerid
      join orders o on o._id = a.orderid) moved
  group by coalesce(checkoutid, orderid))`;
const payments = sql`(select coalesce(checkoutid, _id) as payment, min(_id) as id, sum(case when lessonid is null and classid is not null then 1 else 0 end) as places,
  sum(case when state in ('enrolled', 'refund_due', 'refund_failed') then 1 else 0 end) as open,
  sum(earned) as earned, max(case when state = 'enrolled' or (state in ('refund_due', 'refunded') and paidby <> 'card')
    or (state = 'refunded' and refundattempt = 0 and coalesce(reason, '') <> ${ANOTHER_AMOUNT}) then 1 else 0 end) as settled,
  sum(case when state in ('enrolled', 'refund_due', 'refunded', 'refund_failed') and paidby <> 'due' then amount else 0 end) as asked,
  sum(case when state in ('refund_due', 'refund_failed') or attention is not null then 1 else 0 end) as moving,
  sum(case when state = 'enrolled' and paidby <> 'due' then amount else 0 end) as standing,
  sum(case when state = 'enrolled' and paidby <> 'due' then amount - goodwill else 0 end) as wanted,
  sum(case when state = 'enrolled' and goodwill = 0 and paidby <> 'due' then amount else 0 end) as sold
  from orders group by coalesce(checkoutid, _id))`;
/** The kept days, and what moved on them. */
const days = sql`(select k.startsat, l.kind, sum(l.amount) as amount, sum(l.seats) as seats
  from (select distinct startsat, endsat from ledgerdays) k
    join ledger l on l.createdat >= k.startsat and l.createdat < k.endsat group by k.startsat, l.kind)`;

/** What paid invoices and counts, by invoice or by what paid. */
const paidOf = (column: RawBuilder<unknown>, name: string) => sql`(select ${column} as ${sql.ref(name)},
  sum(case when ledger.kind in ('refund', 'chargeback', 'cash_refund', 'transfer_refund')
    then -allocations.amount else allocations.amount end) as amount
  from allocations left join ledger on ledger._id = allocations.ledgerid
  where allocations.invoiceid is not null and ${COUNTS} group by ${column})`;
/** The least that a card can be charged in the currency of an order `o`. */
const least = sql`case o.currency ${sql.join(
  Object.entries(LEAST_CHARGES).map(([currency, cents]) => sql`when ${currency} then ${sql.lit(cents)}`),
  sql` `,
)} else ${sql.lit(LEAST_ELSEWHERE)} end`;
/** Orders with a discount, and what it leaves of the price of each. */
const discounted = sql`(select o._id as id, o.amount + o.restamount as amount, o.trialid, ${least} as least,
    o.fullamount - case when d.percent is null then case when d.amount < o.fullamount then d.amount else o.fullamount end
      else (2 * cast(o.fullamount as bigint) * d.percent + 100) / 200 end as remains
  from orders o left join discounts d on d._id = o.discountid where o.discountid is not null)`;

/** What must always hold, in one moment's view of the records. */
const RULES: readonly Rule[] = [
  {
    about: 'Seats taken',
    rule: 'Every class counts as many students as are enrolled.',
    breaks: sql`select c._id as id from classes c
      left join (select classid, count(*) as n from enrolments group by classid) e on e.classid = c._id
      where c.enrolledstudents <> coalesce(e.n, 0)`,
    remedy: RESTORE,
  },
  {
    about: 'Seats held',
    rule: 'Every class counts as many held seats as orders and offers hold.',
    breaks: sql`select c._id as id from classes c
      left join (select classid, count(*) as n from orders
          where state in ('held', 'intent', 'expiring') and lessonid is null group by classid) o
        on o.classid = c._id
      left join (select classid, count(*) as n from waitlist where state in ('offered', 'kept') group by classid) w on w.classid = c._id
      where c.heldseats <> coalesce(o.n, 0) + coalesce(w.n, 0)`,
    remedy: RESTORE,
  },
  {
    about: 'Enrolments',
    rule: 'Every order that enrolled a learner has its enrolment, and every enrolment its order.',
    breaks: sql`select o._id as id from orders o left join enrolments e on e._id = o._id
      where o.state = 'enrolled' and o.lessonid is null and (e._id is null or e.classid <> o.classid or e.learnerid <> o.learnerid)
      union all select e._id from enrolments e left join orders o on o._id = e._id where o._id is null or o.state <> 'enrolled'`,
    remedy: RESTORE,
  },
  {
    about: 'Prices',
    rule: 'Every enrolment has the price of its order.',
    breaks: sql`select e._id as id from enrolments e join orders o on o._id = e._id
      where e.price <> o.amount or e.currency <> o.currency`,
    remedy: RESTORE,
  },
  {
    about: 'Discounts',
    rule: 'A place costs its price less its discount, and no code is used more often than it may be.',
    breaks: sql`select o.id from ${discounted} o
      where o.remains is null or o.amount > o.remains
        or (o.trialid is null and o.amount <> case when o.remains < o.least then 0 else o.remains end)
      union all select d._id from discounts d where d.times < (select count(*) from orders o
        where o.discountid = d._id and o.state in ('held', 'intent', 'expiring', 'enrolled'))`,
    remedy: RESTORE,
  },
  {
    about: 'Sums',
    rule: 'What came of a payment, as the ledger has it, is what its places cost.',
    breaks: sql`select p.id from ${payments} p left join ${books} b on b.payment = p.payment
      where p.settled = 1 and coalesce(b.came, 0) <> p.asked
      union all select b.payment from ${books} b left join ${payments} p on p.payment = b.payment where p.payment is null`,
    remedy: RESTORE,
  },
  {
    about: 'Returns',
    rule: 'What is kept of a payment is for the places that stand and for lessons that were held; never more goes back than came.',
    breaks: sql`select p.id from ${books} b join ${payments} p on p.payment = b.payment
      where p.moving = 0 and (b.kept < p.wanted or b.kept > p.standing + p.earned)`,
    remedy: MONEY_CHECK,
  },
  {
    about: 'Charges',
    rule: 'Every charge has its enrolment, or goes back but for lessons that were held.',
    breaks: sql`select p.id from ${books} b join ${payments} p on p.payment = b.payment
      where b.kept > p.earned and p.open = 0`,
    remedy: MONEY_CHECK,
  },
  {
    about: 'Paid places',
    rule: 'Every enrolment that costs something was paid, or is owed as an admin agreed.',
    breaks: sql`select p.id from ${payments} p left join ${books} b on b.payment = p.payment
      where p.sold > 0 and coalesce(b.kept, 0) <= 0`,
    remedy: MONEY_CHECK,
  },
  {
    about: 'Ledger',
    rule: 'Movements of a payment count seats while money for them is kept, and no more than it paid for.',
    breaks: sql`select p.id from ${books} b join ${payments} p on p.payment = b.payment
      where b.seats < case when b.kept > 0 and p.places > 0 then 1 else 0 end
        or b.seats > case when b.kept > 0 then p.places else 0 end`,
    remedy: RESTORE,
  },
  {
    about: 'Family payments',
    rule: 'What a family paid for no single place pays no more than it is, and no place of another family.',
    breaks: sql`select l._id as id from ledger l join (
        select allocations.ledgerid, sum(allocations.amount) as amount from allocations
        where allocations.invoiceid is null or (${COUNTS})
        group by allocations.ledgerid) a on a.ledgerid = l._id
      where l.orderid is not null or l.checkoutid is not null or a.amount > l.amount
      union all select o._id from allocations a join ledger l on l._id = a.ledgerid join orders o on o._id = a.orderid
      where l.kind in ('charge', 'cash', 'transfer') and o.userid <> l.userid`,
    remedy: RESTORE,
  },
  {
    about: 'Paid invoices',
    rule: 'Of an invoice no more is paid than it says beside places, and a credit pays no more than it is.',
    breaks: sql`select p.invoiceid as id from ${paidOf(sql.ref('allocations.invoiceid'), 'invoiceid')} p
      where p.amount > coalesce((select sum(c.amount) from invoicelines n join charges c on c._id = n.chargeid
        where n.invoiceid = p.invoiceid and n.stands = 1), 0)
      union all select c._id from ${paidOf(sql.ref('allocations.chargeid'), 'chargeid')} p
      join charges c on c._id = p.chargeid where p.amount > -c.amount`,
    remedy: RESTORE,
  },
  {
    about: 'Invoices paid by card',
    rule: 'What a family paid by card for invoices is one movement of it, and what went back of that is no more.',
    breaks: sql`select f._id as id from familypayments f left join ledger l on l._id = f.ledgerid
      where f.state = 'paid' and (l._id is null or l.kind <> 'charge' or l.orderid is not null or l.checkoutid is not null)
      union all select l._id from ledger l join (
        select returnof, sum(case when kind = 'refund_failed' then -amount else amount end) as amount from ledger
        where returnof is not null group by returnof) b on b.returnof = l._id
      where b.amount > l.amount
      union all select l._id from ledger l left join familypayments f on f.ledgerid = l._id
      where l.kind = 'charge' and l.orderid is null and l.checkoutid is null and f._id is null`,
    remedy: RESTORE,
  },
  {
    about: 'Instalments',
    rule: 'An instalment that a card paid names the payment that came for it, and those of an invoice are numbered without a gap.',
    breaks: sql`select i._id as id from instalments i left join familypayments f on f._id = i.paymentid
      where i.paymentid is not null and (f._id is null or (i.state = 'paid' and f.state <> 'paid')
        or coalesce(f.instalmentid, '') <> case when i.number = 1 and f.plan is not null then '' else i._id end)
      union all select invoiceid from instalments group by invoiceid having max(number) <> count(*)`,
    remedy: RESTORE,
  },
  {
    about: 'Charged places',
    rule: 'What a place costs beside its amount is charged once, and for nothing else.',
    breaks: sql`select o._id as id from orders o left join charges c on c.key = 'rest.' || o._id
      where o.state = 'enrolled' and coalesce(c.amount, 0) <> o.restamount`,
    remedy: RESTORE,
  },
  {
    about: 'Credit refunds',
    rule: 'What went back to cards of families’ credit is in the ledger, with its sum, and was refused where it is said to have failed.',
    breaks: sql`select f._id as id from familyrefunds f left join ledger l on l.kind = 'refund' and l.ref = f.refundid
      where f.state in ('done', 'failed') and (l._id is null or l.amount <> f.card or l.orderid is not null
        or (f.state = 'failed') <> exists (select 1 from ledger x where x.kind = 'refund_failed' and x.ref = f.refundid))`,
    remedy: MONEY_CHECK,
  },
  {
    about: 'Debts',
    rule: 'Every account that owes more than it has paid is looked at, and every late fee is of an invoice whose family was told of it.',
    breaks: sql`select c.userid as id from (
        select userid, sum(amount) as amount from charges where userid is not null group by userid) c
      left join (
        select userid, sum(case when kind in ('refund', 'chargeback', 'cash_refund', 'transfer_refund') then -amount else amount end
          - coalesce((select sum(case when ledger.kind in ('refund', 'chargeback', 'cash_refund', 'transfer_refund') then -a.amount else a.amount end)
            from allocations a where a.ledgerid = ledger._id and a.orderid is not null), 0)) as amount
        from ledger where userid is not null group by userid) m on m.userid = c.userid
      where c.amount > coalesce(m.amount, 0) and not exists (select 1 from openaccounts o where o.userid = c.userid)
      union all select f._id from charges f where f.kind = 'latefee' and f.key like 'latefee.%'
        and not exists (select 1 from duenotices d where 'latefee.' || d.invoiceid = f.key and d.announcedat is not null and d.feeat is not null)`,
    remedy: RESTORE,
  },
  {
    about: 'Family charges',
    rule: 'Discounts, credits and what is written off lower what a family owes, the other charges raise it, and a reversal is the opposite of what it takes back.',
    breaks: sql`select c._id as id from charges c left join charges r on r._id = c.reverses
      where (c.reverses is null and (case when c.kind in ('discount', 'credit', 'writeoff') then c.amount > 0 else c.amount < 0 end))
        or (c.reverses is not null and (r.amount <> -c.amount or r.currency <> c.currency or r.kind <> c.kind
          or r.reverses is not null or coalesce(r.userid, '') <> coalesce(c.userid, '')))`,
    remedy: RESTORE,
  },
  {
    about: 'Invoices',
    rule: 'The numbers of a year have no gap, and a void invoice, which nothing stands on, has a credit note over the opposite sum.',
    breaks: sql`select i._id as id from invoices i left join invoices c on c.cancels = i._id
      where (i.state = 'void' and (c._id is null or c.total <> -i.total or exists (
          select 1 from invoicelines l where l.invoiceid = i._id and l.stands = 1)))
        or (i.state = 'issued' and c._id is not null)
      union all select n.year as id from invoicenumbers n
      where n.last <> (select count(*) from invoices i where i.number like n.year || '-%')`,
    remedy: RESTORE,
  },
  {
    about: 'Days',
    rule: 'The kept sums of days are those of their movements.',
    breaks: sql`select cast(k.startsat as text) as id from ledgerdays k left join ${days} d on d.startsat = k.startsat and d.kind = k.kind
      where k.amount <> coalesce(d.amount, 0) or k.seats <> coalesce(d.seats, 0)
      union all select cast(d.startsat as text) from ${days} d
        where not exists (select 1 from ledgerdays where startsat = d.startsat and kind = d.kind)`,
    remedy: 'Delete the rows of the table ledgerdays: the school adds them up again within the hour.',
  },
  {
    about: 'Roles',
    rule: 'The kept numbers of admins, instructors and students are those of the users.',
    breaks: sql`select role as id from (
        select role, count(*) as n from users group by role union all select role, -count from rolecounts
      ) as counted group by role having sum(n) <> 0`,
    remedy: RESTORE,
  },
  {
    about: 'Learners',
    rule: 'Every account has one learner that is itself.',
    breaks: sql`select u._id as id from users u left join learners l on l.userid = u._id and l.self = 1
      group by u._id having count(l._id) <> 1`,
    remedy: RESTORE,
  },
];

/** The order of a movement, or one of the checkout that it is of. */
const anyOrderOf = sql`coalesce(l.orderid, (select min(_id) from orders where checkoutid = l.checkoutid))`;

/**
 * The same, of records that the embedded card service keeps beside the school's: what the two say of each
 * other.
 */
const cardRules = (now: number): readonly Rule[] => [
  {
    about: 'Card charges',
    rule: 'Every charge at the card service is in the ledger, with its sum.',
    breaks: sql`select c.id from cards_charges c where c.status = 'succeeded' and c.createdat < ${now - UNDER_WAY_MS}
      and not exists (select 1 from orders o join ledger l on l.kind = 'charge' and l.amount = c.amount and l.orderid = o._id
        where o.intentid = c.intentid)
      and not exists (select 1 from orders o join ledger l on l.kind = 'charge' and l.amount = c.amount and l.checkoutid = o.checkoutid
        where o.intentid = c.intentid)
      and not exists (select 1 from familypayments f join ledger l on l._id = f.ledgerid and l.kind = 'charge' and l.amount = c.amount
        where f.intentid = c.intentid)`,
    remedy: MONEY_CHECK,
  },
  {
    about: 'Card refunds',
    // One that failed before the school heard of it moved nothing, and is in the ledger neither way.
    rule: 'Every refund at the card service is in the ledger, with its sum, and no other is.',
    breaks: sql`select r.id from cards_refunds r left join ledger l on l.kind = 'refund' and l.ref = r.id and l.amount = r.amount
      where r.status = 'succeeded' and l._id is null and r.createdat < ${now - UNDER_WAY_MS}
        and (exists (select 1 from orders o where o.intentid = r.intentid)
          or exists (select 1 from familypayments f where f.intentid = r.intentid))
      union all select r.id from cards_refunds r where r.status = 'failed' and r.createdat < ${now - UNDER_WAY_MS}
        and (select count(*) from ledger l where l.kind = 'refund' and l.ref = r.id)
          <> (select count(*) from ledger l where l.kind = 'refund_failed' and l.ref = r.id)
      union all select l._id from ledger l join orders o on o._id = ${anyOrderOf} join cards_intents i on i.id = o.intentid
        where l.kind in ('refund', 'refund_failed') and not exists (select 1 from cards_refunds r where r.id = l.ref
          and r.amount = l.amount and (l.kind = 'refund' or r.status = 'failed'))`,
    remedy: MONEY_CHECK,
  },
  {
    about: 'Card disputes',
    rule: 'Every dispute that was lost is in the ledger, with its sum, and no other is.',
    breaks: sql`select d.id from cards_disputes d left join ledger l on l.kind = 'chargeback' and l.ref = d.id and l.amount = d.amount
      where d.status = 'lost' and l._id is null and d.createdat < ${now - UNDER_WAY_MS}
        and (exists (select 1 from orders o where o.intentid = d.intentid)
          or exists (select 1 from familypayments f where f.intentid = d.intentid))
      union all select l._id from ledger l join orders o on o._id = ${anyOrderOf} join cards_intents i on i.id = o.intentid
        where l.kind = 'chargeback' and not exists
          (select 1 from cards_disputes d where d.id = l.ref and d.amount = l.amount and d.status = 'lost')`,
    remedy: MONEY_CHECK,
  },
];

/** Every rule, with what must hold by it. */
export const describeRules = (): readonly Pick<Rule, 'about' | 'rule'>[] => [...RULES, ...cardRules(0)];

/**
 * Whether the tables are those of this version; with anything else in the first place the rules cannot be
 * asked.
 */
export async function checkTables(records: OpenBeside): Promise<Finding> {
  const migrations = await findMigrations(records);
  await checkVersion({ migrations });
  for (const owner of TABLES) {
    if (await isMigrated(records.db, owner)) continue;
    const says = 'The records are of an older version.';
    return note('Tables', says, 'Start the school, which brings them up to date, then ask again.');
  }
  return fine('Tables', 'Every migration was run.');
}

/** Checks the records against every rule, as they are at one moment. */
export async function checkRecords(
  records: OpenBeside,
  { now, hasEmbeddedCards }: { now: number; hasEmbeddedCards: boolean },
): Promise<Finding[]> {
  const { db, dialect } = records;
  const findings: Finding[] = [];
  if (dialect === 'sqlite') {
    const faults = await findSqliteFaults(db);
    findings.push(
      ...faults.map((fault) => wrong('File', fault, 'Stop the school and restore the latest backup.')),
    );
    if (faults.length === 0) findings.push(fine('File', 'SQLite finds its file sound.'));
  } else findings.push(await checkSearch(db));
  for (const rule of [...RULES, ...(hasEmbeddedCards ? cardRules(now) : [])])
    findings.push(await checkRule(db, rule));
  return [...findings, ...(await checkWork(db, now)), await checkAdmins(db)];
}

async function checkSearch(db: Kysely<AllTables>): Promise<Finding> {
  // One whose making was interrupted is there and finds nothing.
  const names = ['users_parts', 'users_digits', 'learners_parts', 'classes_parts', 'blogs_parts'];
  const indexes = sql`select 1 from pg_class c join pg_index i on i.indexrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and i.indisvalid
    and c.relname in (${sql.join(names)})`;
  if ((await indexes.execute(db)).rows.length === names.length)
    return fine('Search', 'Parts of names are found by indexes.');
  return note(
    'Search',
    'Without the extension pg_trgm a search looks at every name, which takes long in a large school.',
    'Add it and its indexes, as docs/operations.md says.',
  );
}

async function checkRule(db: Kysely<AllTables>, { about, rule, breaks, remedy }: Rule): Promise<Finding> {
  const counted = sql<{
    count: number;
    id: string;
  }>`select count(*) as count, min(id) as id from (${breaks}) as broken`;
  const { count = 0, id } = (await counted.execute(db)).rows[0] ?? {};
  return Number(count) === 0
    ? fine(about, rule)
    : wrong(about, `${rule} Not so: ${count}, as ${id}.`, remedy);
}

async function checkWork(db: Kysely<AllTables>, now: number): Promise<Finding[]> {
  const late = now - UNDER_WAY_MS;
  const [found] = (
    await sql<Record<'orders' | 'mails' | 'unsent' | 'attention', number>>`select
      (select count(*) from orders where workat < ${late}) + (select count(*) from webhookevents where workat < ${late}) as orders,
      (select count(*) from mails where workat < ${late}) as mails,
      (select count(*) from mails where workat is null and sentat is null and createdat > ${now - DAY_MS}) as unsent,
      (select count(distinct coalesce(checkoutid, _id)) from orders where attention is not null) as attention`.execute(
      db,
    )
  ).rows;
  const { orders = 0, mails = 0, unsent = 0, attention = 0 } = found ?? {};
  const findings: Finding[] = [];
  if (Number(orders) + Number(mails) > 0) {
    const says = `${orders} orders and events and ${mails} mails have waited for more than a quarter of an hour.`;
    findings.push(note('Work', says, 'Look whether the school is running, and what its log says.'));
  } else findings.push(fine('Work', 'Nothing has waited for long.'));
  if (Number(unsent) > 0)
    findings.push(
      note(
        'Mails',
        `${unsent} mails were given up since yesterday.`,
        'Try mail-test with one of the addresses.',
      ),
    );
  if (Number(attention) > 0)
    findings.push(note('Payments', `${attention} payments wait for a decision.`, MONEY_CHECK));
  return findings;
}

async function checkAdmins(db: Kysely<AllTables>): Promise<Finding> {
  const admin = await db.selectFrom('users').select('_id').where('role', '=', 'admin').executeTakeFirst();
  if (admin) return fine('Admins', 'There is one at least.');
  return note('Admins', 'There is none.', 'Set ADMIN_EMAIL and start the school, or use make-admin.');
}
