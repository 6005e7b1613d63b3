import type { CatchUpLesson, CatchUps } from '#contract/catchups/calls.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { absenceChanges } from './changes.ts';
import { useBegin, useLastDay } from './until-day.ts';

type Right = CatchUps['rights'][number];
type Props = { right: Right; learnerid: string; onClose: () => void };

/** The lessons that can be had in place of a missed one: one tap takes a place. */
export function ChooseDialog({ right, learnerid, onClose }: Props) {
  const { isBusy, problem, run } = useChange(absenceChanges, 'bookCatchUp');
  const begin = useBegin();
  const lastDay = useLastDay();
  const { fromlessonid, classname, startsat, until, lessons } = right;
  async function choose({ _id: lessonid }: CatchUpLesson) {
    const outcome = await run({ learnerid, fromlessonid, lessonid });
    if (outcome.isDone) onClose();
  }
  return (
    <Dialog title={t('absences.choose_lesson')} onClose={onClose}>
      <p>{t('absences.choose_lead', { classname, moment: begin(startsat), day: lastDay(until) })}</p>
      {right.left === 0 && <p className="mt-3 font-semibold">{t('absences.left', { count: 0 })}</p>}
      {right.left !== 0 && lessons.length === 0 && (
        <p className="mt-3 font-semibold">{t('absences.none_free')}</p>
      )}
      {problem && (
        <p role="alert" className="mt-3 text-error">
          {problem}
        </p>
      )}
      <ul className="mt-4 grid gap-2">
        {lessons.map((lesson) => (
          <li key={lesson._id}>
            <ActionButton
              className="btn btn-outline h-auto min-h-12 w-full flex-col items-start gap-0 py-2 text-start"
              isUnavailable={isBusy}
              onClick={() => choose(lesson)}
            >
              <span className="wrap-anywhere first-letter:uppercase">{begin(lesson.startsat)}</span>
              <span className="wrap-anywhere font-normal text-sm">
                {t('absences.where', {
                  classname: lesson.classname,
                  hasRoom: lesson.room ? 'yes' : 'no',
                  room: lesson.room ?? '',
                  count: lesson.free,
                })}
              </span>
            </ActionButton>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex justify-end">
        <button type="button" className="btn" onClick={onClose}>
          {t('absences.later')}
        </button>
      </div>
    </Dialog>
  );
}
