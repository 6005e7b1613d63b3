import { type FreeForLesson, type LessonDraft, lessonCalls } from '#contract/lessons/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';
import { clientFormats } from '#web/lib/formats/formats.ts';

type LessonTime = Pick<LessonDraft, 'day' | 'starttime' | 'minutes'>;

const api = apiOf(lessonCalls);

/** Where and when a lesson could be instead; never rejects. */
export const findFree = (
  id: string,
  { day, starttime, minutes }: LessonTime,
): Promise<FreeForLesson | undefined> =>
  api.findFree({ params: { id }, querystring: { day, starttime, minutes } }).catch(() => undefined);

/** What changes one lesson. */
export const lessonChanges = {
  moveLesson: ({ id, ...body }: { id: string; version: number } & LessonDraft) =>
    attempt(api.moveLesson({ params: { id }, body }), () => {
      const { weekday, clock } = clientFormats();
      return t('lessons.saved', { day: weekday(body.day), time: clock(body.starttime) });
    }),
  cancelLesson: ({ id, ...body }: { id: string; version: number; reason: string }) =>
    attempt(api.cancelLesson({ params: { id }, body })),
};
