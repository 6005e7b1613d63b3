import { Link } from 'react-router';
import type { Standing } from '#contract/selections/calls.ts';
import type { MessageId } from '#languages/t.ts';
import { Check } from '#web/components/icons/check.tsx';
import { Hourglass } from '#web/components/icons/hourglass.tsx';
import { useOwnWords } from '#web/components/own-words.tsx';
import { rich } from '#web/lib/rich.ts';

const STANDINGS = {
  selected: { words: 'selections.is_selected', to: () => '/student/class/selected' },
  waiting: { words: 'selections.is_waiting', to: () => '/student/class/selected' },
  offered: {
    words: 'selections.is_offered',
    to: (classid) => `/student/class/payment/${classid}`,
  },
  reserved: { words: 'selections.is_reserved', to: () => '/student/class/enrolled' },
  enrolled: { words: 'selections.is_enrolled', to: () => '/student/class/enrolled' },
} as const satisfies Record<Standing, { words: MessageId; to: (classid: string) => string }>;

/** Stands where a class was chosen: how the student stands to it, and the way on. */
export function StandingLink({
  standing,
  classId,
  classname,
  of,
}: {
  standing: Standing;
  classId: string;
  classname: string;
  /** Whose it is, where there is a family. */
  of?: { _id: string; name: string };
}) {
  const { words, to } = STANDINGS[standing];
  const own = useOwnWords();
  const told = rich(words, {
    classname: own(classname),
    hidden: (text) => <span className="sr-only">{text}</span>,
  });
  const Icon = standing === 'waiting' ? Hourglass : Check;
  return (
    <Link
      to={to(classId) + (of ? `?for=${of._id}` : '')}
      className={`btn btn-sm px-3 ${standing === 'offered' ? 'btn-primary' : 'btn-outline btn-success btn-paper'}`}
    >
      <Icon className="size-4" aria-hidden="true" />
      {of ? rich('selections.of_learner', { name: of.name, standing: told }) : told}
    </Link>
  );
}
