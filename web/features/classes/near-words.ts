import type { NearClasses } from '#contract/classes/calls.ts';
import { listOf } from '#contract/formats.ts';
import { type PlainId, t } from '#languages/t.ts';

const ANY = {
  hours: 'classes.at_any_time',
  weekday: 'classes.on_any_day',
  term: 'classes.in_any_term',
  level: 'classes.at_any_level',
  group: 'classes.in_any_group',
  q: 'classes.for_any_search_word',
  age: 'classes.for_any_age',
  instrument: 'classes.for_any_instrument',
} as const satisfies Record<NearClasses['without'][number], PlainId>;

/** What comes nearest to a search: `2 others with free places, at any time and on any day`. */
export function nearWords({ without, total }: NearClasses, { isNothing }: { isNothing: boolean }): string {
  const near = { total, without: listOf(without.map((part) => t(ANY[part]))) };
  return isNothing ? t('classes.near', near) : t('classes.others_near', near);
}
