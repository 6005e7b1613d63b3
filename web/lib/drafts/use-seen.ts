import { useState } from 'react';

type Drafted = { readonly [field: string]: string };

type Form<Item, Draft> = {
  seen: Item;
  shown: Draft;
  /** What had been read before another user saved. */
  before?: Draft;
  /** Counts how often the fields began anew. */
  beginning: number;
  /** What was typed when a call was refused for what had been read. */
  typed?: Draft;
  /** What was typed is saved, and the page's data say so in a moment. */
  isSaved?: true;
};

/**
 * What a form was opened with. The page may load its data again while it is open; the form keeps what was
 * read until a call is refused for it. After `takeUp` it has what is there now, with what was typed; after
 * `renew` it has what was saved.
 */
export function useSeen<Item extends { version?: number } | object | undefined, Draft extends Drafted>(
  current: Item,
  draftOf: (item: Item) => Draft,
) {
  const [form, setForm] = useState<Form<Item, Draft>>(() => ({
    seen: current,
    shown: draftOf(current),
    beginning: 0,
  }));
  const { seen, typed, isSaved, beginning } = form;
  const stateOf = (item: Item) => (item && 'version' in item ? item.version : JSON.stringify(draftOf(item)));
  // The page's data may come a moment after the answer.
  if (isSaved && current !== seen) setForm({ seen: current, shown: draftOf(current), beginning });
  if (typed && stateOf(current) !== stateOf(seen)) {
    const [before, now] = [draftOf(seen), draftOf(current)];
    const edits = Object.entries(typed).filter(([field, value]) => field in now && value !== before[field]);
    const shown = { ...now, ...Object.fromEntries(edits) };
    setForm({ seen: current, shown, before, beginning: beginning + Math.min(Object.keys(shown).length, 1) });
  }
  return {
    ...form,
    now: draftOf(seen),
    takeUp: (typed: Draft) => setForm((was) => ({ ...was, typed })),
    renew: () => setForm((was) => ({ ...was, isSaved: true })),
  };
}
