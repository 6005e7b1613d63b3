import { isBuiltIn, type ListName, type SchoolLists, valuesOf } from '#contract/school/lists.ts';
import { t } from '#languages/t.ts';
import type { Db } from '#server/database/schema.ts';
import { fieldFault } from '#server/http/errors.ts';

/** The lists that the school has changed, which stay until the transaction ends. */
async function holdLists(tx: Db): Promise<SchoolLists | undefined> {
  const row = await tx.selectFrom('school').select('lists').forShare('school').executeTakeFirst();
  return row?.lists ? JSON.parse(row.lists) : undefined;
}

/**
 * Throws `invalid-input` where a field of a class or a post is given a value that the school's list does not
 * have. Until the transaction ends such a value stays in the list.
 */
export async function ensureListed(
  tx: Db,
  name: ListName,
  { field, value }: { field: string; value: string | undefined },
): Promise<void> {
  if (value === undefined || isBuiltIn(name, value)) return;
  const values = valuesOf({ lists: await holdLists(tx) }, name);
  if (!values.includes(value))
    throw fieldFault(field, () => t('common.not_among', { values: values.join(', ') }));
}
