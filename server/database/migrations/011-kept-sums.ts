import { type Kysely, sql } from 'kysely';

/** What the admins' overview adds up is kept as sums, and a movement of money says what it means in seats. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('ledger')
    // Most rows are charges of a seat: as the default they need not be written.
    .addColumn('seats', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await countSeats(db);
  // What a sum needs of a movement lies in the index.
  await schema.dropIndex('ledger_week').execute();
  await schema
    .createIndex('ledger_sums')
    .on('ledger')
    .columns(['createdat', 'kind', 'amount', 'seats'])
    .execute();

  await schema
    .createTable('ledgerdays')
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('seats', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('ledgerdays_once', ['day', 'kind'])
    .execute();

  await schema
    .createTable('rolecounts')
    .addColumn('role', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .execute();
  for (const role of ['admin', 'instructor', 'student'])
    await sql`insert into rolecounts (role, count) select ${sql.lit(role)}, count(*) from users where role = ${sql.lit(role)}`.execute(
      db,
    );

  // The same for the seats of the classes that are offered, and for the users of one role by name.
  await schema
    .createIndex('classes_seatsums')
    .on('classes')
    .columns(['status', 'enrolledstudents', 'heldseats', 'availableseat'])
    .where(sql.ref('deletedat'), 'is', null)
    .execute();
  await schema
    .createIndex('users_role_name')
    .on('users')
    .expression(sql`role, lower(name), _id, email`)
    .execute();
  // Holds the address too, so that a search for a part of either reads rows of users only where they match.
  await schema.dropIndex('users_name').execute();
  await schema.createIndex('users_name').on('users').expression(sql`lower(name), _id, email`).execute();
}

/**
 * A seat is paid for from the movement on that brings money for it until the one that takes the last of the money away. Only orders of
 * which money went back, and those without a class, have other rows than a charge of a seat.
 */
async function countSeats(db: Kysely<unknown>) {
  await sql`update ledger set seats = counted.seats from (
      select _id, case when kept > 0 then 1 else 0 end - case when kept - moved > 0 then 1 else 0 end as seats from (
        select _id, moved, sum(moved) over (partition by orderid order by _id) as kept from (
          select _id, orderid, case kind when 'charge' then amount when 'refund_failed' then amount else -amount end as moved
          from ledger where orderid in (select orderid from ledger where kind <> 'charge')
        ) as movements
      ) as running
    ) as counted
    where counted._id = ledger._id and counted.seats <> 1`.execute(db);
  await sql`update ledger set seats = 0 where orderid in (select _id from orders where classid is null)`.execute(
    db,
  );
}
