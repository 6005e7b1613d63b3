import { useState } from 'react';
import { Link } from 'react-router';
import { LEARNERS_MAX, type Learner, learnerCalls } from '#contract/learners/calls.ts';
import { paymentCalls } from '#contract/payments/calls.ts';
import { waitlistCalls } from '#contract/waitlist/calls.ts';
import { t } from '#languages/t.ts';
import { CirclePlus } from '#web/components/icons/circle-plus.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Spinner } from '#web/components/layout/spinner.tsx';
import { familyChanges } from '#web/features/learners/changes.ts';
import { familyLead } from '#web/features/learners/guardians/rights-words.ts';
import { TakeoverList } from '#web/features/learners/guardians/takeover-list.tsx';
import { LearnerCard, type LearnersClass } from '#web/features/learners/learner-card.tsx';
import { LearnerDialog } from '#web/features/learners/learner-dialog.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { onlySignedIn } from '#web/lib/session/guard.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import type { Route } from './+types/family';

const api = apiOf(learnerCalls, paymentCalls, waitlistCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('account.my_family')),
  NOT_INDEXED,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [onlySignedIn];

export async function clientLoader() {
  const user = signedInUser();
  const params = { email: user.email };
  const [learners, { guardians, claims, takeovers }, enrolments, waiting] = await Promise.all([
    api.listLearners(),
    api.listGuardians(),
    api.listEnrolments({ params }),
    api.listWaitlist({ params }),
  ]);
  const classes = [
    ...enrolments.map((row) => ({ ...row, standing: 'enrolled' as const })),
    ...waiting.map((row) => ({ ...row, standing: row.state })),
  ].flatMap(({ learnerid, standing, result: [item] }): (LearnersClass & { learnerid: string })[] =>
    item ? [{ learnerid, standing, _id: item._id, classname: item.classname }] : [],
  );
  return { learners, classes, guardians, claims, takeovers, mayAdd: user.role === 'student' };
}

export const clientAction = actionOf(familyChanges);

export const HydrateFallback = () => <Spinner />;

export default function FamilyPage({
  loaderData: { learners, classes, guardians, claims, takeovers, mayAdd },
}: Route.ComponentProps) {
  const [isAdding, setIsAdding] = useState(false);
  const lastname = learners.findLast(({ own }) => own)?.lastname ?? '';
  const isFull = learners.filter(({ own }) => own).length >= LEARNERS_MAX;
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <PageHeading title={t('account.my_family')} lead={familyLead(learners)} />
        {mayAdd && !isFull && (
          <button type="button" className="btn btn-primary max-sm:w-full" onClick={() => setIsAdding(true)}>
            <CirclePlus className="size-5" aria-hidden="true" />
            {t('learners.add_child')}
          </button>
        )}
      </div>
      {isFull && <p className="mt-4 text-quiet">{t('account.most_people', { max: LEARNERS_MAX })}</p>}
      <ul className="mt-8 grid gap-5 md:grid-cols-2 lg:gap-6">
        {learners.map((learner, at) => (
          <li key={learner._id}>
            <LearnerCard
              learner={learner}
              position={at}
              classes={classes.filter(isOf(learner))}
              guardians={guardians.filter(isOf(learner))}
              claims={claims.filter(isOf(learner))}
            />
          </li>
        ))}
      </ul>
      <TakeoverList takeovers={takeovers} />
      <p className="mt-8">
        <Link to="/account" className="link text-plum">
          {t('account.my_account')}
        </Link>
      </p>
      {isAdding && <LearnerDialog lastname={lastname} onClose={() => setIsAdding(false)} />}
    </div>
  );
}

const isOf =
  ({ _id }: Learner) =>
  ({ learnerid }: { learnerid: string }) =>
    learnerid === _id;
