import { PEOPLE_SHOWN, recitalOfficeCalls } from '#contract/recitals/office-calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { Builder } from '#web/features/recitals/builder.tsx';
import { recitalChanges } from '#web/features/recitals/changes.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { orMissing } from '#web/lib/api/missing.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/build';

const api = apiOf(recitalOfficeCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  titleOf(matches, loaderData?.recital.name ?? t('recitals.programme')),
  NOT_INDEXED,
];

export const clientLoader = ({ params: { id } }: Route.ClientLoaderArgs) =>
  orMissing(api.readPieces({ params: { id }, querystring: { limit: PEOPLE_SHOWN } }));

export const clientAction = actionOf(recitalChanges);

export default function Build({ loaderData }: Route.ComponentProps) {
  const { weekday, clock } = useFormats();
  const { name, day, starttime, room } = loaderData.recital;
  return (
    <>
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
      <Builder key={loaderData.recital._id} {...loaderData} />
    </>
  );
}
