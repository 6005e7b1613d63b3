import * as statements from '#statements/prepared.ts';
import type { Database } from './schema.ts';

/** `prepared`, of the school's tables. */
export const prepared = <V extends statements.Values, O>(build: statements.Build<Database, V, O>) =>
  statements.prepared(build);

/** `preparedUnread`, of the school's tables. */
export const preparedUnread = <V extends statements.Values>(build: statements.Build<Database, V, unknown>) =>
  statements.preparedUnread(build);
