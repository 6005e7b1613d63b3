import type { Fact } from '#contract/school/calls.ts';
import { SHIPPED, type Shipped } from '#languages/languages.ts';
import { t, withLanguage } from '#languages/t.ts';

/** A school names its number for as many as it has. */
const MANY = { count: 100 };

const namesOfCounts = () => ({
  students: t('home.students', MANY),
  teachers: t('home.teachers', MANY),
  programmes: t('home.programmes', MANY),
});

/** The count that a school's own number replaces; its title may be in any language. */
export function countedBy({ kind, title = '' }: Fact): Fact['counts'] {
  if (kind !== 'number') return undefined;
  const name = title.toLowerCase();
  const codes = Object.keys(SHIPPED) as Shipped[];
  const known = codes.flatMap((code) => Object.entries(withLanguage(code, namesOfCounts)));
  const [counts] = known.find(([, label]) => label.toLowerCase() === name) ?? [];
  return counts as Fact['counts'];
}
