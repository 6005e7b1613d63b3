import type { NearClasses } from '#contract/classes/calls.ts';

const ANY: Readonly<Record<NearClasses['without'][number], string>> = {
  hours: 'at any time',
  weekday: 'on any day',
  level: 'at any level',
  group: 'in any group',
  q: 'for any search word',
  age: 'for any age',
};

/** What comes nearest to a search: `2 others with free places, at any time and on any day`. */
export function nearWords({ without, total }: NearClasses, { isNothing }: { isNothing: boolean }): string {
  const others = isNothing
    ? total === 1
      ? '1 class'
      : `${total} classes`
    : total === 1
      ? '1 other'
      : `${total} others`;
  const parts = without.map((part) => ANY[part]);
  const last = parts.pop() ?? '';
  return `${others} with free places, ${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last}`;
}
