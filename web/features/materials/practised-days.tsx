import { useState } from 'react';
import { weekdayName } from '#contract/formats.ts';
import { addDays, weekdayOf } from '#contract/time/days.ts';
import { t } from '#languages/t.ts';
import { Check } from '#web/components/icons/check.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { materialChanges } from './changes.ts';

/** Today and the days before it that can be ticked here. */
const SHOWN = 7;

type Props = { learnerid: string; today: string; practised: readonly string[] };

/** A tick for today and each of the last days, shown at the tap. */
export function PractisedDays({ learnerid, today, practised }: Props) {
  const days = Array.from({ length: SHOWN }, (_, at) => addDays(today, -at));
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {days.map((day) => (
        <li key={day}>
          <Tick
            label={day === today ? t('materials.today') : weekdayName(weekdayOf(day))}
            learnerid={learnerid}
            day={day}
            isPractised={practised.includes(day)}
          />
        </li>
      ))}
    </ul>
  );
}

type TickProps = { label: string; learnerid: string; day: string; isPractised: boolean };

function Tick({ label, learnerid, day, isPractised }: TickProps) {
  const save = useSave(materialChanges);
  const [wanted, setWanted] = useState<boolean>();
  const isOn = wanted ?? isPractised;
  async function toggle() {
    if (wanted !== undefined) return;
    setWanted(!isOn);
    await save('markPractised', { learnerid, day, isPractised: !isOn });
    setWanted(undefined);
  }
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={`btn min-h-12 ${isOn ? 'btn-primary' : 'btn-outline'}`}
      onClick={toggle}
    >
      {isOn && <Check className="size-4" aria-hidden="true" />}
      <span className="first-letter:uppercase">{label}</span>
    </button>
  );
}
