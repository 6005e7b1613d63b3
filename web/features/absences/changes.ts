import { catchUpCalls } from '#contract/catchups/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(catchUpCalls);

type OfLesson = { lessonid: string; learnerid: string };

/** What a family says of lessons that are missed, and chooses in their place. */
export const absenceChanges = {
  noteAbsence: (body: OfLesson & { words: string }) =>
    attempt(api.noteAbsence({ body }), t('absences.school_knows')),
  withdrawAbsence: (params: OfLesson) =>
    announce(api.withdrawAbsence({ params }), { done: t('absences.school_knows') }),
  bookCatchUp: (body: OfLesson & { fromlessonid: string }) =>
    attempt(api.bookCatchUp({ body }), t('absences.is_chosen')),
  giveUpCatchUp: (params: OfLesson) =>
    announce(api.giveUpCatchUp({ params }), { done: t('absences.is_given_up') }),
};
