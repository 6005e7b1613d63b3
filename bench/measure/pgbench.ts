import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AT_ONCE } from '#tests/support/enrolling.ts';
import { programOfPostgres } from '#tests/support/postgres.ts';
import type { Statement } from './shop.ts';

/* PostgreSQL's own load generator, with the statements of the product. */

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

type Run = {
  databaseUrl: string;
  /**
   * What one piece of work consists of, with the values it had for `example`, and a table with the same
   * columns for all the others.
   */
  statements: readonly Statement[];
  example: Readonly<Record<string, unknown>>;
  table: string;
  count: number;
};

/**
 * Does the work once for each row of `table`, `AT_ONCE` at a time; gives how many a second. Throws where any
 * of it fails.
 */
export async function runPgbench({ databaseUrl, statements, example, table, count }: Run): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-pgbench-'));
  const script = join(folder, 'script.sql');
  const columns = Object.keys(example).join(', ');
  const lines = [
    `select nextval('${table}_next') as n \\gset`,
    `select ${columns} from ${table} where n = :n \\gset`,
    ...statements.map(({ sql, parameters }) => `${withValues(sql, parameters, example)};`),
  ];
  writeFileSync(script, lines.join('\n'));
  const each = Math.floor(count / AT_ONCE);
  const options = ['-n', '-M', 'prepared', '-f', script, '-c', `${AT_ONCE}`, '-j', '1', '-t', `${each}`];
  const child = spawn(programOfPostgres('pgbench'), [...options, databaseUrl]);
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  child.stderr.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'close');
  rmSync(folder, { recursive: true, force: true });
  const rate = Number(/tps = ([\d.]+)/.exec(said)?.[1]);
  if (code !== 0 || !said.includes(`${each * AT_ONCE}/${each * AT_ONCE}`) || !rate) throw new Error(said);
  return rate;
}

/**
 * The statement with the values it had; those that belonged to the example become pgbench's variables, and
 * ids that it made as well.
 */
function withValues(sql: string, parameters: readonly unknown[], example: Run['example']): string {
  const [firstColumn = ''] = Object.keys(example);
  const columnOf = new Map(Object.entries(example).map(([column, value]) => [value, column]));
  const written = (value: unknown) => {
    const column =
      columnOf.get(value) ?? (typeof value === 'string' && UUID.test(value) ? firstColumn : undefined);
    if (column) return `:${column}`;
    if (value === null || typeof value === 'number') return String(value);
    return `'${String(value).replaceAll("'", "''")}'`;
  };
  return sql.replace(/\$(\d+)/g, (_, at) => written(parameters[Number(at) - 1]));
}
