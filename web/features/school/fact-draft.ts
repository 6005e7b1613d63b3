import type { Fact, FactKind } from '#contract/school/calls.ts';
import type { FactDraft } from '#contract/school/form.ts';

/** A fact as it is typed: every field a text. */
export type TypedFact = Required<Pick<Fact, 'kind' | 'title' | 'words' | 'byline' | 'day'>>;

export const emptyFact = (kind: FactKind): TypedFact => ({ kind, title: '', words: '', byline: '', day: '' });

export const typedOf = ({ kind, title = '', words = '', byline = '', day = '' }: Fact): TypedFact => ({
  kind,
  title,
  words,
  byline,
  day,
});

/** What is sent of it: the fields of its kind. */
export function factDraftOf({ kind, title, words, byline, day }: TypedFact): FactDraft {
  if (kind === 'number') return { kind, title, words };
  return kind === 'event' ? { kind, title, words, byline, day } : { kind, title, words, byline };
}

export const isSameFact = (one: TypedFact, other: TypedFact) => JSON.stringify(one) === JSON.stringify(other);

/** What is being typed of facts, by their id; of a new one by its kind. */
export type TypedFacts = { readonly [id: string]: TypedFact | undefined };

/** The facts as they will be once what is typed is saved. */
export function expectedFacts(facts: readonly Fact[], typed: TypedFacts): Fact[] {
  const shown = (_id: string, fact: TypedFact): Fact => ({
    _id,
    kind: fact.kind,
    ...Object.fromEntries(
      (['title', 'words', 'byline', 'day'] as const)
        .map((name) => [name, fact[name].trim()])
        .filter(([, value]) => value),
    ),
  });
  const known = new Set(facts.map(({ _id }) => _id));
  const added = Object.entries(typed).filter(([id]) => !known.has(id));
  return [
    ...facts.map((fact) => {
      const draft = typed[fact._id];
      return draft ? shown(fact._id, draft) : fact;
    }),
    ...added.flatMap(([id, draft]) => (draft && (draft.title || draft.words) ? [shown(id, draft)] : [])),
  ];
}
