import * as statements from '#statements/prepared.ts';
import type { Database } from './schema.ts';

/** `prepared`, of the school's tables. */
export const prepared = <V extends statements.Values, O>(build: statements.Build<Database, V, O>) =>
  statements.prepared(build);
