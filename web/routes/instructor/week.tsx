import { Link } from 'react-router';
import { busyCalls } from '#contract/busy/calls.ts';
import { classPath } from '#contract/classes/calls.ts';
import { learnerCalls } from '#contract/learners/calls.ts';
import { recitalCalls } from '#contract/recitals/calls.ts';
import { addDays, mondayOf } from '#contract/time/days.ts';
import { DAYS_OF_WEEK, type WeekLesson, weekCalls } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { readWholeWeek } from '#web/features/weeks/read-week.ts';
import { Today } from '#web/features/weeks/today.tsx';
import { WeekView } from '#web/features/weeks/week-view.tsx';
import { mondayIn, today } from '#web/features/weeks/week-words.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/week';

const api = apiOf(weekCalls, learnerCalls, busyCalls, recitalCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.my_week')), NOT_INDEXED];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const monday = mondayIn(request.url);
  const [lessons, next, family, busy, recitals] = await Promise.all([
    readWholeWeek(monday),
    api.listNextLessons(),
    api.listLearners(),
    api.listBusy({ querystring: { from: monday, to: addDays(monday, DAYS_OF_WEEK - 1) } }),
    api.listOwnRecitals(),
  ]);
  return { week: { monday, today: today(), lessons, family, busy, recitals }, next };
}

export default function Week({ loaderData: { week, next } }: Route.ComponentProps) {
  return (
    <WeekView
      week={week}
      linkOf={linkOf}
      instead={
        <Link to="/instructor/myclass" className="btn btn-primary">
          {t('weeks.my_classes')}
        </Link>
      }
    >
      {week.monday === mondayOf(week.today) && <Today {...week} next={next} />}
    </WeekView>
  );
}

/** Of a class of their own, where a lesson can be moved; any other has its page. */
const linkOf = ({ classid, teaching, substitute }: WeekLesson) =>
  teaching && !substitute ? `/instructor/lessons/${classid}` : classPath({ _id: classid });
