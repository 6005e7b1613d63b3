import type { Ref } from 'react';
import { t } from '#languages/t.ts';
import { FreeInstead } from '#web/components/form/free-instead.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import type { FreePlan } from './changes.ts';
import { meetsWith, type TypedPlan } from './typed-plan.ts';

/** How many rooms are shown: the smallest that take the class. */
const ROOMS = 8;

type Props = {
  free: FreePlan;
  /** All times in the form. */
  typed: readonly TypedPlan[];
  onChoose: (typed: TypedPlan, name: keyof TypedPlan) => void;
  ref: Ref<HTMLElement> | undefined;
  describedBy: string;
};

/** Rooms and times that are free on all days, in the place of a time that the class cannot have. */
export function FreeForPlan({ free: { of, rooms, times }, typed, onChoose, ref, describedBy }: Props) {
  const { clock } = useHours();
  const others = typed.filter((one) => one !== of);
  const at = (starttime: string) => ({ ...of, starttime });
  return (
    <FreeInstead<readonly [TypedPlan, keyof TypedPlan]>
      ref={ref}
      describedBy={describedBy}
      title={
        others.length === 0
          ? t('lessons.free_instead')
          : t('plans.free_instead_of', { number: typed.indexOf(of) + 1 })
      }
      groups={[
        {
          words: t('plans.rooms_free'),
          choices: rooms.slice(0, ROOMS).map(({ _id, name }) => [name, [{ ...of, roomid: _id }, 'roomid']]),
        },
        {
          words: t('plans.times_free', { hasRoom: of.roomid ? 'yes' : 'no' }),
          choices: times
            .filter((time) => !others.some((one) => meetsWith(at(time), one)))
            .map((time) => [clock(time), [at(time), 'starttime']]),
        },
      ]}
      onChoose={([next, name]) => onChoose(next, name)}
    />
  );
}
