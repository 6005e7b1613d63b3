import type { KeyScope, ListNoun, OldKeyScope, WriteNoun } from '#contract/endpoint.ts';
import type { PlainId } from '#languages/t.ts';

/** What calls for programs are about, in words. */
export const NOUNS = {
  classes: 'keys.noun_classes',
  terms: 'keys.noun_terms',
  rooms: 'keys.noun_rooms',
  lessons: 'keys.noun_lessons',
  people: 'keys.noun_people',
  families: 'keys.noun_families',
  enrolments: 'keys.noun_enrolments',
  waitlist: 'keys.noun_waitlist',
  attendance: 'keys.noun_attendance',
  charges: 'keys.noun_charges',
  invoices: 'keys.noun_invoices',
  movements: 'keys.noun_movements',
  posts: 'keys.noun_posts',
  webhooks: 'keys.noun_webhooks',
} as const satisfies Record<ListNoun | WriteNoun, PlainId>;

const OLD = {
  read: 'keys.figures',
  people: 'keys.people',
  money: 'keys.money',
} as const satisfies Record<OldKeyScope, PlainId>;

/** What a scope is about, in words, and the sentence that says what is done with it. */
export function wordsOfScope(scope: KeyScope) {
  const [noun, verb] = scope.split(':') as [string, string | undefined];
  const what = verb ? NOUNS[noun as keyof typeof NOUNS] : OLD[noun as OldKeyScope];
  return { what, does: verb === 'write' ? 'keys.scope_changes' : 'keys.scope_reads' } as const;
}
