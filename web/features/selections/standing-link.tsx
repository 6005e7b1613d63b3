import { Link } from 'react-router';
import type { Standing } from '#contract/selections/calls.ts';
import { Check } from '#web/components/icons/check.tsx';
import { Hourglass } from '#web/components/icons/hourglass.tsx';

const STANDINGS: Record<Standing, { label: string; action: string; to: (classid: string) => string }> = {
  selected: { label: 'Selected', action: 'see my selected classes', to: () => '/student/class/selected' },
  waiting: { label: 'Waiting', action: 'see my waiting list', to: () => '/student/class/selected' },
  offered: {
    label: 'Place held',
    action: 'pay for it',
    to: (classid) => `/student/class/payment/${classid}`,
  },
  enrolled: { label: 'Enrolled', action: 'see my enrolled classes', to: () => '/student/class/enrolled' },
};

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
  const { label, action, to } = STANDINGS[standing];
  const Icon = standing === 'waiting' ? Hourglass : Check;
  return (
    <Link
      to={to(classId) + (of ? `?for=${of._id}` : '')}
      className={`btn btn-sm px-3 ${standing === 'offered' ? 'btn-primary' : 'btn-outline btn-success btn-paper'}`}
    >
      <Icon className="size-4" aria-hidden="true" />
      {of && `${of.name}: `}
      {label}
      <span className="sr-only">
        : {classname}, {action}
      </span>
    </Link>
  );
}
