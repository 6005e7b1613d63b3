import type * as z from 'zod';
import type { Invitation } from '#contract/invitations/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { classidsOf, findOpen } from './queries.ts';

/** The open invitations, the newest first, with the classes that instructors are to be given. */
export async function listInvitations({
  db,
  now,
}: {
  db: Db;
  now: () => number;
}): Promise<z.output<typeof Invitation>[]> {
  const open = await findOpen(db, { now: now() });
  const classes = await findClassesById(db, open.flatMap(classidsOf));
  const kept = new Map(
    classes.flatMap(({ _id, classname, deletedat }) =>
      deletedat === null ? [[_id, { _id, classname }] as const] : [],
    ),
  );
  return open.map((invitation) => ({
    ...invitation,
    classes: classidsOf(invitation).flatMap((id) => kept.get(id) ?? []),
  }));
}
