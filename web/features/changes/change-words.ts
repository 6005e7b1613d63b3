import type { Change } from '#contract/changes.ts';

const FIELDS: Record<string, string> = {
  classname: 'name',
  image: 'picture',
  price: 'price',
  availableseat: 'seats',
  level: 'level',
  group: 'group',
  description: 'description',
};

/** The fields that an update changed, as the form calls them. */
export const changedFields = (note: string | null) =>
  (note ?? '')
    .split(', ')
    .map((name) => FIELDS[name] ?? name)
    .join(', ');

/** What somebody did, to stand between who did it and what it was done to. */
export function verbOf({ action }: Pick<Change, 'action'>): string {
  switch (action) {
    case 'feedback':
      return 'gave feedback on';
    case 'resubmitted':
      return 'submitted again';
    case 'role':
      return 'changed the role of';
    default:
      return action;
  }
}
