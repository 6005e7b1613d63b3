import { type Kysely, sql } from 'kysely';

/** What the admins' overview adds up is kept as sums, and a movement of money says what it means in seats. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('ledger')
    .addColumn('seats', 'integer', (c) => c.notNull().defaultTo(0))
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
  await schema.createIndex('users_role_name').on('users').expression(sql`role, lower(name), _id`).execute();
}

/** A seat is paid for from the movement on that brings money for it until the one that takes the last of the money away. */
async function countSeats(db: Kysely<unknown>) {
  await sql`update ledger set seats = counted.seats from (
      select _id, case when kept > 0 then 1 else 0 end - case when kept - moved > 0 then 1 else 0 end as seats from (
        select ledger._id, moved, sum(moved) over (partition by orderid order by ledger._id) as kept from (
          select _id, orderid, case kind when 'charge' then amount when 'refund_failed' then amount else -amount end as moved
          from ledger
        ) as ledger join orders on orders._id = ledger.orderid where orders.classid is not null
      ) as running
    ) as counted
    where counted._id = ledger._id and counted.seats <> 0`.execute(db);
}
