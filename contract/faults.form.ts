import type * as z from 'zod/mini';
import { t } from '#languages/t.ts';

/*
 * What is wrong with a field whose rule says nothing of its own, for people: of what kind the fault is, in
 * the language of now. A browser's forms and the server's calls say it in the same words, and a library's
 * own never reach a person.
 */

type Issue = z.core.$ZodRawIssue;

/** The sentence of a fault, as zod asks for it. */
export function faultOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? t('common.required')
        : t('common.wrong_kind', { kind: issue.expected });
    case 'too_small':
      return smallFault(issue);
    case 'too_big':
      return bigFault(issue);
    case 'invalid_format':
      return t('common.wrong_format', { format: issue.format });
    case 'unrecognized_keys':
      return t('common.unknown_fields', { count: issue.keys.length, names: issue.keys.join(', ') });
    case 'invalid_value':
      return t('common.not_among', { values: issue.values.join(', ') });
    default:
      return t('common.wrong_form');
  }
}

const limitOf = (limit: number | bigint | Date): string | number =>
  limit instanceof Date ? limit.toISOString() : Number(limit);

function smallFault({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): string {
  const min = limitOf(minimum);
  if (origin === 'string' && min === 1) return t('common.required');
  if (origin === 'string') return t('common.at_least_characters', { min });
  if (origin === 'array' || origin === 'set') return t('common.at_least_entries', { min: Number(min) });
  return inclusive === false ? t('common.more_than', { min }) : t('common.at_least', { min });
}

function bigFault({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): string {
  const max = limitOf(maximum);
  if (origin === 'string') return t('common.at_most_characters', { max });
  if (origin === 'array' || origin === 'set') return t('common.at_most_entries', { max: Number(max) });
  if (origin === 'file') return t('common.file_too_large');
  return inclusive === false ? t('common.less_than', { max }) : t('common.at_most', { max });
}
