import type { Result } from '#server/admin/command.ts';
import { ConfigError } from '#server/config/config.ts';

/** What came of one school of several. */
export type Outcome = { name: string; ok: boolean; says: string };

/** Why something did not succeed, in one line that ends as a sentence does. */
export function faultOf(error: unknown): string {
  if (error instanceof ConfigError) return error.faults.join(' ');
  const says = error instanceof Error ? error.message.replaceAll('\n', ' ').trim() : String(error);
  return says.endsWith('.') ? says : `${says}.`;
}

/** A line for each school; wrong where one of them is. */
export function resultOf(schools: readonly Outcome[], details: Record<string, unknown> = {}): Result {
  return {
    lines: schools.map(({ name, ok, says }) => `${ok ? 'ok    ' : 'WRONG '} ${name}: ${says}`),
    data: { schools: [...schools], ...details },
    isWrong: schools.some(({ ok }) => !ok),
  };
}
