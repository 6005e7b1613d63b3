import { expect, test } from 'vitest';
import type { Learner } from '#contract/learners/calls.ts';
import { familyLead } from './rights-words.ts';

const NONE = { mayenrol: false, maypay: false, getsmail: false };
const ME = { firstname: null, learnername: 'Ben Brook', self: true, own: true } as Learner;
const child = (firstname: string, more: Partial<Learner>) =>
  ({ firstname, learnername: `${firstname} Brook`, self: false, own: false, ...NONE, ...more }) as Learner;

test('the page of a family says of children of one’s own that they learn on the account', () => {
  const own = 'Children learn on your account: you choose their classes, and pay for them together.';
  expect(familyLead([ME])).toBe(own);
  expect(familyLead([ME, child('Leo', { own: true }), child('Mia', {})])).toBe(own);
});

test('a guardian reads on the page of the family what they may do, and no more', () => {
  expect(familyLead([ME, child('Mia', {})])).toBe('You look after Mia: you can see the classes.');
  const paid = { maypay: true };
  expect(familyLead([ME, child('Mia', paid), child('Leo', paid)])).toBe(
    'You look after Mia and Leo: you can see the classes and pay.',
  );
  expect(familyLead([ME, child('Mia', paid), child('Leo', {})])).toBe(
    'You look after Mia and Leo. What you can do for each of them is shown below.',
  );
});
