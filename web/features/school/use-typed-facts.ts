import { useState } from 'react';
import type { Fact } from '#contract/school/calls.ts';
import { emptyFact, isSameFact, type TypedFact, type TypedFacts, typedOf } from './fact-draft.ts';

/** What is being typed of the facts; `isChanged` while some of it would be lost. */
export function useTypedFacts(facts: readonly Fact[]) {
  const [typed, setTyped] = useState<TypedFacts>({});
  const known = new Map(facts.map((fact) => [fact._id, fact]));
  const isChanged = Object.entries(typed).some(([id, draft]) => {
    const fact = known.get(id);
    return draft && !isSameFact(draft, fact ? typedOf(fact) : emptyFact(draft.kind));
  });
  const onType = (id: string, draft: TypedFact | undefined) =>
    setTyped((others) => ({ ...others, [id]: draft }));
  return { typed, onType, isChanged };
}
