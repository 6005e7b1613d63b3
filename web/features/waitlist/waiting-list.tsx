import { Link } from 'react-router';
import type { WaitlistEntry } from '#contract/waitlist.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { NameTag } from '#web/components/name-tag.tsx';
import { Picture } from '#web/components/picture.tsx';
import { useChange } from '#web/lib/change.ts';
import { type Family, isFamily, tagOf } from '#web/lib/family.ts';
import { useFormats } from '#web/lib/formats.ts';
import { paymentPath } from '#web/lib/payment-path.ts';
import { waitlistChanges } from './changes.ts';

/** What a student, or a whole family, waits for, offers first; nothing when there is nothing. */
export function WaitingList({ entries, family }: { entries: readonly WaitlistEntry[]; family: Family }) {
  if (entries.length === 0) return null;
  const offersFirst = entries.toSorted(
    (a, b) => Number(b.state === 'offered') - Number(a.state === 'offered'),
  );
  return (
    <section aria-labelledby="waiting-list" className="mt-8">
      <h2 id="waiting-list" className="text-subheading">
        My waiting list
      </h2>
      <ul className="mt-4 grid gap-3">
        {offersFirst.map((entry) => (
          <Entry key={entry._id} entry={entry} family={family} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry, family }: { entry: WaitlistEntry; family: Family }) {
  const { isBusy, run } = useChange(waitlistChanges, 'leaveWaitlist');
  const { moment } = useFormats();
  const [item] = entry.result;
  if (!item) return null;
  const isOffered = entry.state === 'offered';

  return (
    <li
      className={`panel flex flex-wrap items-center gap-4 p-4 ${isOffered ? 'border-success bg-mint' : ''}`}
    >
      <Picture url={item.image} alt="" sizes="64px" className="size-14 shrink-0 rounded-field" />
      <div className="min-w-44 flex-1">
        <p className="font-semibold">{item.classname}</p>
        {isFamily(family) && <NameTag {...tagOf(family, entry)} />}
        <p className="text-sm">
          {isOffered && entry.offeruntil
            ? `A seat is held for you until ${moment(entry.offeruntil)}.`
            : `Number ${entry.position} in line.`}
        </p>
      </div>
      <div className="flex gap-2">
        {isOffered && (
          <Link to={paymentPath(item._id, family, entry.learnerid)} className="btn btn-primary btn-sm">
            Pay Now<span className="sr-only"> for {item.classname}</span>
          </Link>
        )}
        <ActionButton
          className="btn btn-outline btn-sm bg-base-100"
          isBusy={isBusy}
          onClick={() => run({ id: entry._id, isOffered })}
        >
          {isOffered ? 'Decline' : 'Leave'}
          <span className="sr-only"> {item.classname}</span>
        </ActionButton>
      </div>
    </li>
  );
}
