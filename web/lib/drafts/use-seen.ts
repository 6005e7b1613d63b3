import { useState } from 'react';

type Drafted = { readonly [field: string]: string };

/**
 * What a form was opened with. The page may load its data again while it is open; the form keeps what was read until a call
 * is refused for it. After `takeUp` it has what is there now, with what was typed; `before` is what had been read.
 */
export function useSeen<Item extends { version?: number } | object | undefined, Draft extends Drafted>(
  current: Item,
  draftOf: (item: Item) => Draft,
) {
  const [form, setForm] = useState<{ seen: Item; shown: Draft; before?: Draft; typed?: Draft }>(() => ({
    seen: current,
    shown: draftOf(current),
  }));
  const { seen, typed } = form;
  const stateOf = (item: Item) => (item && 'version' in item ? item.version : JSON.stringify(draftOf(item)));
  // The page's data may come a moment after the refusal.
  if (typed && stateOf(current) !== stateOf(seen)) {
    const before = draftOf(seen);
    const edits = Object.entries(typed).filter(([field, value]) => value !== before[field]);
    setForm({ seen: current, shown: { ...draftOf(current), ...Object.fromEntries(edits) }, before });
  }
  const takeUp = (typed: Draft) => setForm((was) => ({ ...was, typed }));
  return { ...form, now: draftOf(seen), takeUp };
}
