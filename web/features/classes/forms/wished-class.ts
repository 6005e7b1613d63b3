import { HOURS, WEEKDAY_NUMBERS } from '#contract/classes/calls.ts';
import type { ClassDraft } from '#contract/classes/form.ts';
import { levelLabel } from '#contract/classes/labels.ts';
import type { Instrument } from '#contract/instruments/calls.ts';
import { valuesOf, type WithLists } from '#contract/school/lists.ts';
import { chosen, idIn } from '#web/lib/address/address.ts';
import { EMPTY_DRAFT } from './class-form.tsx';

/** A class that is made of wishes, as an address says: what its form begins with, and when it could meet. */
export type WishedClass = { draft: ClassDraft; plan: string };

/** What the address of the form says of wishes; undefined where the class is made of none. */
export function wishedClass(
  address: URLSearchParams,
  instruments: readonly Instrument[],
  school: WithLists,
): WishedClass | undefined {
  const instrument = instruments.find(({ _id }) => _id === idIn(address, 'instrument'));
  const weekday = chosen(address, 'weekday', WEEKDAY_NUMBERS);
  const from = chosen(address, 'from', HOURS);
  if (!instrument || !weekday || !from) return undefined;
  const level = chosen(address, 'level', valuesOf(school, 'levels'));
  const group = chosen(address, 'group', valuesOf(school, 'groups'));
  return {
    draft: {
      ...EMPTY_DRAFT,
      classname: [instrument.name, level && levelLabel(school, level)].filter(Boolean).join(', '),
      instrumentids: [instrument._id],
      ...(level && { level }),
      ...(group && { group }),
    },
    plan: `?${new URLSearchParams({ weekday, from })}`,
  };
}
