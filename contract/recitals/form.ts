import * as z from 'zod/mini';
import { IdOrNone, line, optionalId, requiredLine, says, TypedId } from '#contract/fields.form.ts';
import { StartTime } from '#contract/lessons/form.ts';
import { wholeNumber } from '#contract/numbers.form.ts';
import { day } from '#contract/time/days-form.ts';
import { t } from '#languages/t.ts';
import {
  NEEDS_MAX,
  PERFORMERS_MAX,
  PIECE_MINUTES_MAX,
  PIECE_TITLE_MAX,
  PIECE_WORDS_MAX,
  RECITAL_NAME_MAX,
} from './calls.ts';

/** The form of a recital; without `roomid` it is in none of the school's rooms. */
export const RecitalDraft = z.object({
  name: requiredLine(RECITAL_NAME_MAX, 'common.enter_name'),
  day: day('common.choose_day'),
  starttime: StartTime,
  roomid: z.optional(IdOrNone),
  /** Whether visitors see its page. */
  public: z._default(z.boolean(), false),
});

const words = line(PIECE_WORDS_MAX);

/** The form of a piece; a known one names its `_id`. */
export const PieceDraft = z.object({
  _id: z.optional(TypedId),
  learnerids: z
    .array(TypedId.check(z.minLength(1)))
    .check(
      z.minLength(1, says('recitals.choose_performer')),
      z.maxLength(PERFORMERS_MAX, { error: () => t('recitals.performers_max', { max: PERFORMERS_MAX }) }),
    ),
  title: requiredLine(PIECE_TITLE_MAX, 'common.enter_title'),
  composer: z._default(words, ''),
  /** How long it is played, and how long the stage takes before it. */
  minutes: wholeNumber(1, PIECE_MINUTES_MAX),
  setupminutes: z._default(wholeNumber(0, PIECE_MINUTES_MAX), 0),
  instrument: z._default(words, ''),
  accompanistid: optionalId,
  turnerid: optionalId,
  /** Whether the accompanist turns the pages alone. */
  turnsself: z._default(z.boolean(), false),
  /** What stands on the stage: a piano, two chairs. */
  needs: z._default(
    z
      .array(requiredLine(PIECE_WORDS_MAX, 'recitals.enter_need'))
      .check(z.maxLength(NEEDS_MAX, { error: () => t('recitals.needs_max', { max: NEEDS_MAX }) })),
    [],
  ),
});
