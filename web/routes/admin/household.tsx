import { type ReactNode, useId, useState } from 'react';
import type { Family } from '#contract/families/calls.ts';
import { t } from '#languages/t.ts';
import { NameMark } from '#web/components/people/name-mark.tsx';
import { Day } from '#web/components/time/written.tsx';
import { householdChanges } from '#web/features/families/household-changes.ts';
import type { GuardianActions } from '#web/features/learners/guardians/guardian-actions.ts';
import { GuardianDialog } from '#web/features/learners/guardians/guardian-dialog.tsx';
import { GuardianList } from '#web/features/learners/guardians/guardian-list.tsx';
import { LearnerForm, seenOf } from '#web/features/learners/learner-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';

type Member = Family['learners'][number];

/** Who is in a family, and who else looks after them; the office adds and corrects them. */
export function Household({ family: { user, learners } }: { family: Family }) {
  const save = useSave(householdChanges);
  const [open, setOpen] = useState<Member | 'new'>();
  const { _id: userid } = user;
  return (
    <>
      <ul className="grid gap-4 md:grid-cols-2">
        {learners.map((learner, position) => (
          <MemberCard
            key={learner._id}
            userid={userid}
            learner={learner}
            position={position}
            onChange={() => setOpen(learner)}
          />
        ))}
      </ul>
      <button type="button" className="btn btn-outline mt-4" onClick={() => setOpen('new')}>
        {t('learners.add_child')}
      </button>
      {open && (
        <LearnerForm
          // The office reads of the account's holder, who is not itself.
          learner={open === 'new' ? undefined : { ...open, self: false }}
          lastname={learners.find(({ self }) => !self)?.lastname ?? undefined}
          send={(draft, seen) =>
            seen
              ? save('updateLearner', { userid, id: seen._id, ...draft, was: seenOf(seen) })
              : save('addLearner', { userid, ...draft })
          }
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function MemberCard({
  userid,
  learner,
  position,
  onChange,
}: {
  /** Whose family it is. */
  userid: string;
  learner: Member;
  /** Where the family lists them, from 0. */
  position: number;
  onChange: () => void;
}) {
  const id = useId();
  const [isAsking, setIsAsking] = useState(false);
  const actions = useGuardiansOf(userid, learner._id);
  const { learnername: name, note, self, guardians, claims } = learner;
  const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;
  return (
    <li className="panel p-5">
      <div className="flex gap-4">
        <NameMark name={name} position={position} size={40} />
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">{name}</p>
          <p className="text-quiet text-sm">
            <About learner={learner} />
          </p>
          {note && (
            <p dir="auto" className="wrap-anywhere mt-2 whitespace-pre-line">
              {note}
            </p>
          )}
        </div>
      </div>
      {guardians.length + claims.length > 0 && (
        <section aria-labelledby={id} className="mt-4">
          <h3 id={id} className="font-sans font-semibold text-sm">
            {t('learners.other_guardians_of', { name })}
          </h3>
          <GuardianList
            learner={learner}
            guardians={guardians}
            claims={claims}
            actions={actions}
            pageOf={(guardian) => `/admin/families/${guardian.userid}`}
          />
        </section>
      )}
      <div className="-ms-3 mt-3 flex flex-wrap gap-x-2">
        <button type="button" className="btn btn-ghost btn-sm" onClick={onChange}>
          {rich('learners.change_hidden', { name, hidden })}
        </button>
        {!self && (
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => setIsAsking(true)}>
            {rich('learners.add_another_parent_of', { name, hidden })}
          </button>
        )}
      </div>
      {isAsking && (
        <GuardianDialog learner={learner} save={actions.save} onClose={() => setIsAsking(false)} />
      )}
    </li>
  );
}

/** Whose account it is, and when a learner was born. */
function About({ learner: { self, born } }: { learner: Member }) {
  if (!born) return self ? t('families.account_holder') : t('learners.date_of_birth_not_given');
  const day = <Day at={born} />;
  return self ? rich('families.account_holder_born', { day }) : rich('families.born', { day });
}

/** What the office can do about the guardians of a family's learner. */
function useGuardiansOf(userid: string, id: string): GuardianActions {
  const save = useSave(householdChanges);
  const end = (email: string, done: string) => save('endGuardian', { userid, id, email, done });
  return {
    save: (draft) => save('saveGuardian', { userid, id, ...draft }),
    end: ({ email }, done) => end(email ?? '', done),
    withdraw: (email) => end(email, t('learners.link_sent_no_longer_works', { email })),
  };
}
