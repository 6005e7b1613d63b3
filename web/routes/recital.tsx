import { type PublicRecital, recitalCalls, recitalPath } from '#contract/recitals/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { orMissing } from '#web/lib/api/missing.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { apiContext } from '#web/ssr.ts';
import type { Route } from './+types/recital';

const api = apiOf(recitalCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: loaderData.name,
        description: ({ school }) =>
          t('recitals.page_description', { name: loaderData.name, school: school.name }),
        path: recitalPath(loaderData),
      })
    : [];

const load = (from: Pick<typeof api, 'readRecital'>, params: { id: string }): Promise<PublicRecital> =>
  orMissing(from.readRecital({ params }));

export const loader = ({ context, params }: Route.LoaderArgs) => load(context.get(apiContext), params);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(api, params);

/** A recital as visitors see it: with the names that families consented to. */
export default function Recital({
  loaderData: { _id: id, name, day, starttime, room, pieces },
}: Route.ComponentProps) {
  const { weekday, clock } = useFormats();
  return (
    <div className="wrap band">
      <PageHeading
        title={name}
        lead={
          <span className="block first-letter:uppercase">
            {`${weekday(day)}, ${clock(starttime)}`}
            {room && (
              <>
                {', '}
                <OwnWords>{room}</OwnWords>
              </>
            )}
          </span>
        }
      />
      <p className="mt-4">
        <a href={`/api${recitalPath({ _id: id })}.ics`} className="link text-plum">
          {t('recitals.into_calendar')}
        </a>
      </p>
      <h2 className="mt-10 text-heading">{t('recitals.programme')}</h2>
      {pieces.length === 0 && <p className="mt-3 text-quiet">{t('recitals.no_pieces_yet')}</p>}
      <ol className="mt-4 max-w-3xl divide-y divide-base-300">
        {pieces.map(({ _id, title, composer, instrument, performers, accompanist }, at) => (
          <li key={_id} className="grid grid-cols-[2.5rem_1fr] py-3">
            <span className="font-semibold text-quiet tabular-nums">{at + 1}</span>
            <div className="wrap-anywhere min-w-0">
              <p>
                <span className="font-semibold">
                  <OwnWords>{title}</OwnWords>
                </span>{' '}
                <span className="inline-block text-quiet italic">{composer}</span>
              </p>
              <p className="text-quiet">
                {[performers.join(', '), instrument].filter(Boolean).join(' · ')}
                {accompanist && `; ${t('recitals.accompanied_by', { name: accompanist })}`}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
