import { createHash } from 'node:crypto';
import type { Row } from '#server/database/schema.ts';

type Said = Pick<Row<'learners'>, 'userid' | 'firstname' | 'lastname' | 'born' | 'note' | 'reminds'>;

/**
 * The learner's imported fields as a hash, so that a field which the family deletes is not kept in another
 * place.
 */
export const importedAs = ({ userid, firstname, lastname, born, note, reminds }: Said): string =>
  createHash('sha256')
    .update(JSON.stringify([userid, firstname, lastname, born, note, reminds]))
    .digest('base64url');
