import { Link } from 'react-router';
import type { Change, ChangeAction } from '#contract/changes/calls.ts';
import { t } from '#languages/t.ts';
import { Moment } from '#web/components/time/written.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { kindOf, sentenceOf } from './change-words.ts';

const TONES: Partial<Record<ChangeAction, string>> = {
  approved: 'bg-success',
  accepted: 'bg-success',
  denied: 'bg-error',
  deleted: 'bg-error',
  'called-off': 'bg-error',
  feedback: 'bg-info',
  disputed: 'bg-error',
  'dispute-lost': 'bg-error',
  'refund-failed': 'bg-error',
  'lesson-cancelled': 'bg-error',
};

/** Of which the note is what was written about it, where they are of a class. */
const QUOTED = new Set<ChangeAction>(['feedback', 'denied', 'called-off']);
const isQuoted = ({ about, action }: Change) => about === 'class' && QUOTED.has(action);

/** Who did it; of a program, by which key, and for whom. */
const actorOf = ({ actorname, keyname }: Change) => {
  const who = actorname ?? t('changes.the_school');
  return keyname ? t('changes.by_key', { key: keyname, who }) : who;
};

/** Changes one below the other, the newest first: who did what, when, and what was said. */
export function ChangeList({ changes, label }: { changes: readonly Change[]; label: string }) {
  const formats = useFormats();
  return (
    <ol aria-label={label} className="ms-1.5 border-base-300 border-s-2">
      {changes.map((change) => (
        <li key={change._id} className="relative py-2.5 ps-5">
          <span
            aria-hidden="true"
            className={`-inset-s-[7px] absolute top-4.5 size-3 rounded-full ring-4 ring-base-100 ${TONES[change.action] ?? 'bg-plum'}`}
          />
          <p className="wrap-anywhere">
            {sentenceOf(
              change,
              {
                actor: <Name>{actorOf(change)}</Name>,
                subject: <Name>{change.subjectname}</Name>,
                learner: <Learner {...change} />,
              },
              formats,
            )}
          </p>
          {isQuoted(change) && change.note && (
            <blockquote
              dir="auto"
              className="wrap-anywhere my-1.5 whitespace-pre-wrap rounded-field bg-mist/60 px-4 py-2.5"
            >
              {change.note}
            </blockquote>
          )}
          <p className="flex flex-wrap items-center gap-x-2 text-quiet text-sm">
            <span className="font-semibold">{kindOf(change)}</span>
            <span aria-hidden="true">·</span>
            <Moment at={change.createdat} />
          </p>
        </li>
      ))}
    </ol>
  );
}

const Name = ({ children }: { children: string }) => (
  <strong dir="auto" className="font-semibold">
    {children}
  </strong>
);

/** Leads to the family, for who may read of it. */
function Learner({ learnername, familyid }: Change) {
  if (!learnername) return t('changes.a_learner');
  return (
    <bdi>
      {familyid ? (
        <Link to={`/admin/families/${familyid}`} className="link font-semibold">
          {learnername}
        </Link>
      ) : (
        <strong className="font-semibold">{learnername}</strong>
      )}
    </bdi>
  );
}
