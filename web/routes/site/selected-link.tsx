import { NavLink } from 'react-router';
import { t } from '#languages/t.ts';
import { ListChecks } from '#web/components/icons/list-checks.tsx';
import { useSelectedCount } from '#web/lib/family/my-classes.ts';
import { rich } from '#web/lib/rich.ts';

/** How many classes a student has selected and not paid, as the way to them. */
export function SelectedLink({ onClick }: { onClick?: () => void }) {
  const count = useSelectedCount();
  if (count === 0) return null;
  return (
    <NavLink
      to="/student/class/selected"
      title={t('selections.my_selected_class')}
      onClick={onClick}
      className={({ isActive }) =>
        `flex w-fit items-center gap-2 rounded-field px-3 py-2 transition-colors ${isActive ? 'bg-mist text-plum' : 'hover:bg-mist/60'}`
      }
    >
      <ListChecks className="size-5" aria-hidden="true" />
      <span className="badge badge-primary badge-sm font-semibold tabular-nums">
        {rich('site.selected', { count, more: (words) => <span className="sr-only">{words}</span> })}
      </span>
    </NavLink>
  );
}
