import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { noteBackup } from '#server/database/settings/last-backup.ts';
import { openTestSchool } from '#tests/support/school.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'alerts.md'), 'utf8');

type Rule = { alert: string; expr: string; annotations: { summary: string; do: string } };

const rules = [...DOCUMENT.matchAll(/```yaml\n([\s\S]*?)```/g)].flatMap(
  ([, text = '']): Rule[] => parse(text).groups?.flatMap((group: { rules: Rule[] }) => group.rules) ?? [],
);

/** The pieces of an expression that are of a kind of Prometheus' grammar; `⚠` are its mistakes. */
function piecesOf(expr: string, kind: string): string[] {
  const found: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ name, from, to }) => {
      if (name === kind) found.push(expr.slice(from, to));
    },
  });
  return found;
}

const metricsOf = (expr: string) =>
  piecesOf(expr, 'VectorSelector').map((selector) => selector.replace(/\{.*/s, ''));

test('there are ten alerts, each with what to do', () => {
  expect(rules).toHaveLength(10);
  for (const { annotations } of rules)
    expect(annotations).toEqual({ summary: expect.any(String), do: expect.any(String) });
});

test.each(rules)('$alert is an expression of Prometheus', ({ expr }) => {
  expect(piecesOf(expr, '⚠')).toEqual([]);
  expect(metricsOf(expr).length).toBeGreaterThan(0);
});

test('every figure that an alert or the page names is told by a school', async () => {
  const school = await openTestSchool({ env: { METRICS_PORT: '0' } });
  await noteBackup(school.db, school.clock.now);
  await school.call('GET', '/class/none');
  const text = await school.metrics();
  await school.close();
  // Prometheus itself says whether it could ask; only PostgreSQL has connections to count.
  const told = new Set(['up', ...(inject('dialect') === 'sqlite' ? ['cadenza_database_connections'] : [])]);
  for (const [, name = ''] of text.matchAll(/^(\w+)[{ ]/gm)) told.add(name);
  for (const [, name = ''] of text.matchAll(/^# TYPE (\w+)/gm)) told.add(name);
  const inProse = [...DOCUMENT.matchAll(/`((?:cadenza|http)_\w+)`/g)].map(([, name = '']) => name);
  const named = [...rules.flatMap(({ expr }) => metricsOf(expr)), ...inProse];
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !told.has(name))).toEqual([]);
});
