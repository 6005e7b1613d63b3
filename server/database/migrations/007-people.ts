import { type Kysely, sql } from 'kysely';

/** Payments are found by when the money came; counters say what the enrolments do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.createIndex('orders_paid').on('orders').column('paidat').execute();
  await schema.dropIndex('orders_made').execute();

  // The demo of 0.1.0 counted students whom it had never enrolled. No seat comes free by this: the class was smaller than it said.
  await sql`
    update classes set
      enrolledstudents = (select count(*) from enrolments where enrolments.classid = classes._id),
      capacity = availableseat + heldseats + (select count(*) from enrolments where enrolments.classid = classes._id)
    where enrolledstudents <> (select count(*) from enrolments where enrolments.classid = classes._id)
  `.execute(db);
}
