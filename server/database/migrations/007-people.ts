import type { Kysely } from 'kysely';

type Before = {
  classes: {
    _id: string;
    availableseat: number;
    heldseats: number;
    enrolledstudents: number;
    capacity: number;
    approvedas: string | null;
  };
  enrolments: { classid: string };
};

/** Payments are found by when the money came, counters say what the enrolments do, and a deletion that was begun is finished. */
export async function up(db: Kysely<Before>): Promise<void> {
  const { schema } = db;
  await schema.createIndex('orders_paid').on('orders').column('paidat').execute();
  await schema.dropIndex('orders_made').execute();

  await schema
    .createTable('erasures')
    .addColumn('uid', 'text', (c) => c.primaryKey())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();

  const enrolled = await db
    .selectFrom('enrolments')
    .select(['classid'])
    .select((of) => of.fn.countAll<number>().as('count'))
    .groupBy('classid')
    .execute();
  const counts = new Map(enrolled.map(({ classid, count }) => [classid, Number(count)]));
  for (const item of await db.selectFrom('classes').selectAll().execute()) {
    const enrolledstudents = counts.get(item._id) ?? 0;
    if (item.enrolledstudents === enrolledstudents) continue;
    // The demo of 0.1.0 counted students whom it had never enrolled. No seat comes free by this: the class was smaller than it said.
    const capacity = item.availableseat + item.heldseats + enrolledstudents;
    const approvedas = item.approvedas && JSON.stringify({ ...JSON.parse(item.approvedas), capacity });
    await db
      .updateTable('classes')
      .set({ enrolledstudents, capacity, approvedas })
      .where('_id', '=', item._id)
      .execute();
  }
}
