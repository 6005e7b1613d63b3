import { readFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import fastify from 'fastify';
import pg from 'pg';

/*
 * A bare Fastify that runs given statements through the database's own driver and sends their rows as JSON.
 */

export type BareReads = {
  port: number;
  /** A PostgreSQL's URL, or a SQLite file. */
  database: string;
  routes: { path: string; statements: { sql: string; parameters: unknown[] }[] }[];
};

const { port, database, routes }: BareReads = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const run = database.startsWith('postgres') ? onPostgres() : onSqlite();

function onPostgres() {
  pg.types.setTypeParser(20, Number);
  const pool = new pg.Pool({ connectionString: database, max: 10 });
  return async (sql: string, parameters: unknown[]) => (await pool.query(sql, parameters)).rows;
}

function onSqlite() {
  const sqlite = new DatabaseSync(database, { readOnly: true });
  const prepared = new Map(
    routes.flatMap(({ statements }) => statements.map(({ sql }) => [sql, sqlite.prepare(sql)])),
  );
  return async (sql: string, parameters: unknown[]) =>
    prepared.get(sql)?.all(...(parameters as SQLInputValue[])) ?? [];
}

const app = fastify();
for (const { path, statements } of routes)
  app.get(path, async (_request, reply) => {
    const answers = [];
    for (const { sql, parameters } of statements) answers.push(await run(sql, parameters));
    reply.type('application/json; charset=utf-8');
    return JSON.stringify(answers);
  });
await app.listen({ host: '127.0.0.1', port });
console.log('ready');
