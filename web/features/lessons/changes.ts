import type { LessonDraft } from '#contract/lessons.ts';
import { api } from '#web/lib/api.ts';
import { attempt } from '#web/lib/change.ts';
import { clientFormats } from '#web/lib/formats.ts';

/** What changes one lesson. */
export const lessonChanges = {
  moveLesson: ({ id, ...body }: { id: string } & LessonDraft) =>
    attempt(api.moveLesson({ params: { id }, body }), () => {
      const { weekday, clock } = clientFormats();
      return `Saved: the lesson is on ${weekday(body.day)}, ${clock(body.starttime)}`;
    }),
  cancelLesson: ({ id, reason }: { id: string; reason: string }) =>
    attempt(api.cancelLesson({ params: { id }, body: { reason } })),
};
