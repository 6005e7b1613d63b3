import type { ErrorCode } from '#contract/errors.ts';
import { type Formats, formatsOf } from '#contract/formats.ts';
import type { ClashKind } from '#contract/lessons/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { findRoomNames } from '#server/database/rows/lessons.ts';
import { localeOf } from '#server/database/rows/locale.ts';
import type { Db } from '#server/database/schema.ts';
import { AppError } from '#server/http/errors.ts';
import type { Clash } from './find-clashes.ts';

const CODES = {
  room: 'room-taken',
  teacher: 'teacher-taken',
  learner: 'learner-clash',
} as const satisfies Record<ClashKind, ErrorCode>;

/**
 * The refusal of a lesson that something stands in the way of, which says what, on which day, when and, of
 * another class, in which room.
 */
export async function clashRefusal(db: Db, clash: Clash): Promise<AppError> {
  const school = await db.selectFrom('school').select(['timezone', 'currency', 'country']).executeTakeFirst();
  const { timezone, currency, country } = school ?? {};
  const formats = () =>
    formatsOf({
      timezone: timezone ?? undefined,
      currency: currency ?? 'usd',
      locale: localeOf(country ?? undefined),
    });
  const roomid = clash.roomid ?? '';
  const room = roomid && (await findRoomNames(db, [roomid])).get(roomid);
  const zone = timezone ?? 'UTC';
  return new AppError(CODES[clash.kind], { detail: () => sentenceOf({ ...clash, room }, formats(), zone) });
}

function sentenceOf(
  { kind, startsat, endsat, room, ...clash }: Clash & { room: string | undefined },
  formats: Formats,
  zone: string,
): string {
  const said = {
    name: clash.with,
    day: formats.weekday(dayAt(startsat, zone)),
    hours: formats.hours(startsat, endsat),
    hasRoom: room ? 'yes' : 'no',
    room: room ?? '',
  };
  if (kind === 'room') return t('errors.room_taken_by', said);
  return kind === 'teacher' ? t('errors.teacher_taken_by', said) : t('errors.learner_has_other', said);
}
