import { teacherName } from '#contract/former.ts';
import { learnerCalls } from '#contract/learners/calls.ts';
import { materialCalls } from '#contract/materials/calls.ts';
import { trialCalls } from '#contract/trials/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { materialChanges } from '#web/features/materials/changes.ts';
import { Given } from '#web/features/materials/given.tsx';
import { PractisedDays } from '#web/features/materials/practised-days.tsx';
import { Attended } from '#web/features/registers/attended.tsx';
import { readAttended } from '#web/features/registers/read-attended.ts';
import { trialChanges } from '#web/features/trials/changes.ts';
import { TrialList } from '#web/features/trials/trial-list.tsx';
import { today } from '#web/features/weeks/week-words.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { orNull } from '#web/lib/api/missing.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/learner';

const api = apiOf(materialCalls, learnerCalls, trialCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  titleOf(matches, loaderData?.given.learnername ?? t('materials.what_to_practise')),
  NOT_INDEXED,
];

export async function clientLoader({ params: { id: learnerid } }: Route.ClientLoaderArgs) {
  const [given, practised, attendance, trials, family] = await Promise.all([
    api.listMaterials({ params: { learnerid } }),
    api.listPractised({ params: { learnerid } }),
    readAttended(learnerid),
    // Those who look after the learner alone have them.
    orNull(api.listTrials({ querystring: { learnerid } })),
    api.listLearners(),
  ]);
  return {
    given,
    practised: practised.days,
    attendance,
    trials: trials ?? [],
    // The page is of one.
    family: family.filter(({ _id }) => _id === learnerid),
    today: today(),
  };
}

export const clientAction = actionOf({ ...materialChanges, ...trialChanges });

/** What a learner is to practise, with the files of the lessons and a tick for each day, and what was attended. */
export default function LearnerPage({
  loaderData: { given, practised, attendance, trials, family, today },
}: Route.ComponentProps) {
  const { weekday } = useFormats();
  return (
    <>
      <PageHeading title={given.learnername} />
      <TrialList trials={trials} family={family} />
      <section aria-labelledby="practised" className="panel mt-6 p-5">
        <h2 id="practised" className="text-subheading">
          {t('materials.practised_on')}
        </h2>
        <p className="mt-1 text-quiet text-sm">{t('materials.teachers_see_it')}</p>
        <PractisedDays learnerid={given.learnerid} today={today} practised={practised} />
      </section>
      <h2 className="mt-8 text-subheading">{t('materials.what_to_practise')}</h2>
      {given.lessons.length === 0 && <p className="mt-3 text-quiet">{t('materials.nothing_given')}</p>}
      <ul className="mt-4 space-y-5">
        {given.lessons.map(({ lesson, html, files }) => (
          <li key={lesson._id} id={lesson._id} className="panel scroll-mt-24 p-5">
            <h3 className="wrap-anywhere font-semibold">
              <OwnWords>{lesson.classname}</OwnWords>
            </h3>
            <p className="mb-3 text-quiet text-sm">
              {t('materials.day_and_teacher', {
                day: weekday(lesson.day),
                name: teacherName(lesson.instructorname),
              })}
            </p>
            <Given html={html} files={files} />
          </li>
        ))}
      </ul>
      <section aria-labelledby="attendance" className="mt-8">
        <h2 id="attendance" className="mb-4 text-subheading">
          {t('attendance.attendance')}
        </h2>
        <Attended attendance={attendance} />
      </section>
    </>
  );
}
