import { createHash } from 'node:crypto';
import type { Row } from '#server/database/schema.ts';

type Said = Pick<Row<'learners'>, 'userid' | 'firstname' | 'lastname' | 'born' | 'note' | 'reminds'>;

/** What is kept of a learner as the import brought it: a hash, so that it does not say again what its family takes off. */
export const importedAs = ({ userid, firstname, lastname, born, note, reminds }: Said): string =>
  createHash('sha256')
    .update(JSON.stringify([userid, firstname, lastname, born, note, reminds]))
    .digest('base64url');
