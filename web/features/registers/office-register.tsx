import { useCallback } from 'react';
import { Link } from 'react-router';
import { teacherName } from '#contract/former.ts';
import type { AttendanceState, Register } from '#contract/registers/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { ZoneNote } from '#web/components/time/zone-note.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { rich } from '#web/lib/rich.ts';
import { AllPresent } from './all-present.tsx';
import { RegisterLines } from './register-lines.tsx';
import { isMarked } from './rows.ts';
import { SavingLine } from './saving-line.tsx';
import { useMarking } from './use-marking.ts';

type Props = {
  register: Register;
  /** How far this device's clock is behind the school's. */
  behind: number;
};

/** The register of one lesson, for the office: to be marked or corrected. */
export function OfficeRegister({ register, behind }: Props) {
  const { lesson, closed } = register;
  const { rows, waiting, held, problem, mark, hold, takeBack } = useMarking(register, behind);
  const { timezone } = useConfig().school;
  const { weekday, hours } = useHours();
  const { classid, classname, day, startsat, endsat, room, instructorname, state } = lesson;
  const isOff = state === 'cancelled';
  const hasDayBegun = day <= dayAt(Date.now() + behind, timezone);
  const canMark = hasDayBegun && !closed && !isOff;
  const open = rows.filter((row) => !isMarked(row) && !row.notice);
  const onMark = useCallback((learnerid: string, as: AttendanceState) => mark([learnerid], as), [mark]);
  return (
    <>
      <PageHeading title={t('areas.register')} lead={<OwnWords>{classname}</OwnWords>} />
      <p className="wrap-anywhere mt-2 first-letter:uppercase">
        <time dateTime={startsat}>
          {rich('weeks.day_at', {
            day: weekday(day),
            hours: <span className="whitespace-nowrap">{hours(startsat, endsat)}</span>,
          })}
        </time>
      </p>
      <p className="wrap-anywhere text-quiet">
        <OwnWords>{room ?? t('weeks.no_room')}</OwnWords>, <bdi>{teacherName(instructorname)}</bdi>
      </p>
      <ZoneNote />
      <p className="mt-2">
        <Link to={`/admin/lessons/${classid}`} className="link inline-block min-h-6 text-plum text-sm">
          {t('registers.lessons_of_class')}
        </Link>
      </p>
      {problem && (
        <p role="alert" className="mt-4 rounded-field bg-rose px-4 py-3">
          {problem}
        </p>
      )}
      <section aria-label={t('areas.register')} className="panel mt-6 px-5 pb-4">
        <div className="flex min-h-14 flex-wrap items-center gap-3 py-3">
          {canMark && rows.length > 0 && (
            <AllPresent
              isPossible={open.length > 0}
              undone={held.length}
              onMark={() =>
                hold(
                  open.map(({ learnerid }) => learnerid),
                  'present',
                )
              }
              onUndo={takeBack}
            />
          )}
          {canMark && <p className="text-quiet text-sm pointer-coarse:hidden">{t('registers.keys')}</p>}
          <Obstacle isOff={isOff} hasDayBegun={hasDayBegun} closed={closed} />
        </div>
        {rows.length === 0 ? (
          <p className="pb-5 text-quiet">{t('rosters.nobody_yet')}</p>
        ) : (
          <RegisterLines rows={rows} isOpen={canMark} onMark={onMark} />
        )}
      </section>
      {canMark && rows.length > 0 && <SavingLine waiting={waiting} sending="sending" />}
    </>
  );
}

/** Why nothing can be marked. */
function Obstacle({
  isOff,
  hasDayBegun,
  closed,
}: Pick<Register, 'closed'> & { isOff: boolean; hasDayBegun: boolean }) {
  if (isOff) return <p className="text-quiet">{t('lessons.is_cancelled')}</p>;
  if (!hasDayBegun) return <p className="text-quiet">{t('registers.from_its_day_on')}</p>;
  return closed && <p className="text-quiet">{t('registers.is_closed')}</p>;
}
