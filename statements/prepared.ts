import type { CompiledQuery, DialectAdapter, Kysely, QueryExecutorProvider, Transaction } from 'kysely';

type Value = string | number | null;
/** What a statement is given, by name; a list where it takes several. */
export type Values = Readonly<Record<string, Value | readonly Value[]>>;

/** Lists come in many lengths, and rows with columns left out, each with a statement of its own. */
const KEPT_MAX = 100;

/** Where a value goes in a statement that is written before there is one. */
class Place {
  #name: string;
  #at: number | undefined;

  constructor(name: string, at?: number) {
    this.#name = name;
    this.#at = at;
  }

  take(values: Values): unknown {
    const value = values[this.#name];
    return Array.isArray(value) ? value[this.#at ?? 0] : value;
  }
}

/**
 * A query whose statement is written once for each database and shape of its values, which takes Kysely
 * longer than SQLite to answer it, and from then on only gets its values. `build` passes the values on and
 * does not look at them: what it is given stands for those of every call. Gives the rows.
 */
export function prepared<DB, V extends Values, O>(build: Build<DB, V, O>) {
  const kept = new WeakMap<DialectAdapter, Map<string, CompiledQuery<O>>>();

  function statementFor(db: Either<DB>, values: V): CompiledQuery<O> {
    const { adapter } = db.getExecutor();
    const known = kept.get(adapter) ?? new Map<string, CompiledQuery<O>>();
    kept.set(adapter, known);
    const shape = shapeOf(values);
    const found = known.get(shape);
    if (found) return found;
    if (known.size >= KEPT_MAX) known.clear();
    const made = build(db, placesOf(values)).compile(db);
    known.set(shape, made);
    return made;
  }

  return async (db: Either<DB>, values: V): Promise<O[]> => {
    const statement = statementFor(db, values);
    const parameters = statement.parameters.map((one) => (one instanceof Place ? one.take(values) : one));
    const { rows } = await db.executeQuery<O>({ ...statement, parameters });
    return rows;
  };
}

type Either<DB> = Kysely<DB> | Transaction<DB>;
export type Build<DB, V extends Values, O> = (
  db: Either<DB>,
  values: V,
) => { compile(on: QueryExecutorProvider): CompiledQuery<O> };

/** What of some values the words of a statement depend on: which there are, and how many are in a list. */
function shapeOf(values: Values): string {
  let shape = '';
  for (const name in values) {
    const value = values[name];
    shape += Array.isArray(value) ? `${name} ${value.length},` : `${name},`;
  }
  return shape;
}

/** The same names with places in the stead of values: Kysely binds whatever it is given. */
function placesOf<V extends Values>(values: V): V {
  const places = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((_, at) => new Place(name, at)) : new Place(name),
  ]);
  return Object.fromEntries(places);
}
