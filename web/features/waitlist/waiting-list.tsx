import { Link } from 'react-router';
import { listOf } from '#contract/formats.ts';
import { checkoutPath, paymentPath } from '#contract/payments/payment-path.ts';
import type { WaitlistEntry } from '#contract/waitlist/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Picture } from '#web/components/media/picture.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { NameTag } from '#web/components/people/name-tag.tsx';
import { WhenLine } from '#web/components/time/when-line.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { type Family, isFamily, namedOf, tagOf } from '#web/lib/family/family.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
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
        {t('waitlist.my_waiting_list')}
      </h2>
      <ul className="mt-4 grid gap-3">
        {groupsOf(offersFirst).map((entries) => (
          <Place key={entries[0]._id} entries={entries} family={family} />
        ))}
      </ul>
    </section>
  );
}

/** One who waits alone, or all who wait together. */
type Group = readonly [WaitlistEntry, ...WaitlistEntry[]];

/** Who waits together has one place. */
const groupsOf = (entries: readonly WaitlistEntry[]): Group[] =>
  [...Map.groupBy(entries, ({ _id, groupid }) => groupid ?? _id).values()].flatMap(([first, ...others]) =>
    first ? [[first, ...others]] : [],
  );

/** The name of a learner in a sentence to the reader. */
function calledIn(family: Family, { learnerid, learnername }: WaitlistEntry): string {
  const learner = family.find(({ _id }) => _id === learnerid);
  return learner?.self ? t('waitlist.you') : (learner?.firstname ?? learnername);
}

function Place({ entries, family }: { entries: Group; family: Family }) {
  const [entry] = entries;
  const isGroup = entries.length > 1;
  const { isBusy, run } = useChange(waitlistChanges, 'leaveWaitlist');
  const { moment } = useFormats();
  const [item] = entry.result;
  if (!item) return null;
  const isOffered = entry.state === 'offered';
  const position = entry.position ?? '';
  const mayAll = (right: 'mayenrol' | 'maypay') =>
    entries.every(({ learnerid }) => family.find(({ _id }) => _id === learnerid)?.[right]);
  const names = listOf(entries.map((one) => calledIn(family, one)));

  return (
    <li
      className={`panel flex flex-wrap items-center gap-4 p-4 ${isOffered ? 'border-success bg-mint' : ''}`}
    >
      <Picture url={item.image} alt="" sizes="64px" className="size-14 shrink-0 rounded-field" />
      <div className="min-w-[min(11rem,100%)] flex-1">
        <p className="font-semibold">
          <OwnWords>{item.classname}</OwnWords>
        </p>
        {isFamily(family) && (
          <p className="my-1 flex flex-wrap gap-x-4 gap-y-1">
            {entries.map((one) => (
              <NameTag key={one._id} {...tagOf(family, one)} />
            ))}
          </p>
        )}
        <WhenLine item={item} />
        <p className="text-sm">
          {isOffered && entry.offeruntil
            ? t('waitlist.held_until', { count: entries.length, names, moment: moment(entry.offeruntil) })
            : isGroup
              ? t('waitlist.number_in_line_together', { position })
              : t('waitlist.number_in_line', { position })}
        </p>
      </div>
      <div className="flex items-center gap-2">
        {isOffered && !mayAll('maypay') && (
          <span className="text-quiet text-xs">{t('selections.someone_else_pays')}</span>
        )}
        {isOffered && mayAll('maypay') && (
          <Link
            to={isGroup ? checkoutPath(entries) : paymentPath(item._id, namedOf(family, entry.learnerid))}
            className="btn btn-primary btn-sm"
          >
            {rich('waitlist.pay_now_for', {
              classname: item.classname,
              hidden: (text) => <span className="sr-only">{text}</span>,
            })}
          </Link>
        )}
        {mayAll('mayenrol') && (
          <ActionButton
            className="btn btn-outline btn-sm btn-paper"
            isBusy={isBusy}
            onClick={() => run({ id: entry._id, isOffered, isGroup })}
          >
            {rich(isOffered ? 'waitlist.decline' : 'waitlist.leave', {
              classname: item.classname,
              hidden: (text) => <span className="sr-only">{text}</span>,
            })}
          </ActionButton>
        )}
      </div>
    </li>
  );
}
