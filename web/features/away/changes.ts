import { type AwayChoice, type AwayDraft, type AwayOutcome, awayCalls } from '#contract/away/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';

const api = apiOf(awayCalls);

/** Who is away, or which room cannot be used. */
export type Away = { kind: 'teacher' | 'room'; id: string; name: string };
type Body = AwayDraft & { lessons: AwayChoice[] };

const callOf = ({ kind }: Pick<Away, 'kind'>) => (kind === 'teacher' ? api.teacherAway : api.roomAway);

/** What it would come to; nothing changes. */
export const tryAway = ({ kind, id }: Pick<Away, 'kind' | 'id'>, body: Body): Promise<AwayOutcome> =>
  callOf({ kind })({ params: { id }, body, querystring: { dry: '1' } });

/** Notes that a teacher or a room is away, with what becomes of their lessons. */
export const awayChanges = {
  noteAway: ({ kind, id, ...body }: Pick<Away, 'kind' | 'id'> & Body) =>
    attempt(callOf({ kind })({ params: { id }, body, querystring: {} }), ({ families, teachers }) =>
      families + teachers > 0 ? t('away.saved_and_told') : t('common.saved'),
    ),
};
