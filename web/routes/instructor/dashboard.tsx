import { Link } from 'react-router';
import type { Teaching } from '#contract/classes/calls.ts';
import { classOfficeCalls } from '#contract/classes/office-calls.ts';
import { weekCalls } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { readFirstLessons } from '#web/features/weeks/read-week.ts';
import { Today } from '#web/features/weeks/today.tsx';
import { today } from '#web/features/weeks/week-words.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import type { Route } from './+types/dashboard';

const api = apiOf(classOfficeCalls, weekCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('areas.dashboard')),
  NOT_INDEXED,
];

export async function clientLoader() {
  const [teaching, lessons, next] = await Promise.all([
    api.readTeaching({ params: { email: signedInUser().email } }),
    readFirstLessons(),
    api.listNextLessons(),
  ]);
  return { teaching, lessons, next, today: today() };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { classes, pending, enrolledstudents, availableseat, denied } = loaderData.teaching;
  return (
    <>
      <PageHeading title={t('areas.welcome_instructor')} lead={t('dashboard.lead_instructor')} />
      <Today {...loaderData} weekPath="/instructor/week" />
      <dl className="mt-8 grid grid-cols-2 gap-4 xl:grid-cols-4">
        <Figure label={t('dashboard.classes')} value={classes} />
        <Figure label={t('dashboard.waiting_for_approval')} value={pending} />
        <Figure label={t('dashboard.students_enrolled')} value={enrolledstudents} />
        <Figure label={t('dashboard.free_places')} value={availableseat} />
      </dl>
      {denied.length > 0 && <Denied classes={denied} />}
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to="/instructor/addclass" className="btn btn-primary">
          {t('dashboard.add_class')}
        </Link>
        <Link to="/instructor/myclass" className="btn btn-outline">
          {t('dashboard.see_my_classes')}
        </Link>
      </div>
    </>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="panel flex flex-col-reverse justify-end p-4 sm:p-5">
      <dt className="text-quiet text-sm">{label}</dt>
      <dd className="font-display font-semibold text-heading tabular-nums">{value}</dd>
    </div>
  );
}

function Denied({ classes }: { classes: Teaching['denied'] }) {
  return (
    <section aria-labelledby="denied" className="panel mt-6 p-5">
      <h2 id="denied" className="text-subheading">
        {t('dashboard.denied')}
      </h2>
      <ul className="mt-2 divide-y divide-base-300">
        {classes.map(({ _id, classname, feedback }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="wrap-anywhere font-semibold">
                <OwnWords>{classname}</OwnWords>
              </p>
              {feedback && <p className="wrap-anywhere line-clamp-2 text-quiet text-sm">{feedback}</p>}
            </div>
            <Link
              to={`/instructor/updateclass/${_id}`}
              className="btn btn-outline btn-sm"
              aria-label={t('dashboard.revise_of', { classname })}
            >
              {t('dashboard.revise')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
