import { expect, test } from 'vitest';
import { ClassChange, ClassForm } from './classes.schema.ts';
import { type ClassDraft, DESCRIPTION_MAX, findClassFaults } from './classes.ts';

const good: ClassDraft = {
  classname: 'Cello for adults',
  image: '/i/cello.webp',
  price: '59.50',
  availableseat: '12',
  level: 'Beginner',
  group: 'Adults',
  description: '',
};

const cases: [field: keyof ClassDraft, value: string][] = [
  ['classname', ''],
  ['classname', '   '],
  ['classname', 'x'.repeat(120)],
  ['classname', 'x'.repeat(121)],
  ['image', ''],
  ['price', ''],
  ['price', '0'],
  ['price', ' 60 '],
  ['price', '-1'],
  ['price', '1.234'],
  ['price', '12,50'],
  ['price', 'free'],
  ['price', '999999.99'],
  ['price', '1000000'],
  ['availableseat', ''],
  ['availableseat', '0'],
  ['availableseat', '1000'],
  ['availableseat', '1001'],
  ['availableseat', '1.5'],
  ['availableseat', '-3'],
  ['availableseat', '1e2'],
  ['description', 'x'.repeat(DESCRIPTION_MAX)],
  ['description', 'x'.repeat(DESCRIPTION_MAX + 1)],
];

test.each(cases)('the form and the server agree on %s: %j', (field, value) => {
  const draft = { ...good, [field]: value } as ClassDraft;
  const parsed = ClassForm.safeParse(draft);
  const sentences = parsed.error?.issues.map(({ path, message }) => [path[0], message]) ?? [];
  expect(findClassFaults(draft)).toEqual(Object.fromEntries(sentences));
});

test('a change of one field leaves the others out instead of giving them defaults', () => {
  expect(ClassChange.parse({ price: '10' })).toEqual({ price: 1000 });
});
