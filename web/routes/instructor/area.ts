import type { Role } from '#contract/users/calls.ts';
import type { PlainId } from '#languages/t.ts';
import { BookOpen } from '#web/components/icons/book-open.tsx';
import { CalendarDays } from '#web/components/icons/calendar-days.tsx';
import { CirclePlus } from '#web/components/icons/circle-plus.tsx';
import { Heart } from '#web/components/icons/heart.tsx';
import { LayoutDashboard } from '#web/components/icons/layout-dashboard.tsx';
import { ListChecks } from '#web/components/icons/list-checks.tsx';
import { Newspaper } from '#web/components/icons/newspaper.tsx';
import { Piano } from '#web/components/icons/piano.tsx';
import type { AreaPage } from '#web/routes/area-page.ts';

/** The pages of instructors; that of registers stands beside the others. */
export const INSTRUCTOR_AREA = {
  name: 'areas.instructor',
  roles: ['instructor'],
  pages: [
    {
      to: '/instructor',
      label: 'areas.dashboard',
      icon: LayoutDashboard,
      heading: 'areas.welcome_instructor',
    },
    { to: '/instructor/today', label: 'areas.today', icon: ListChecks, heading: 'areas.today' },
    { to: '/instructor/week', label: 'areas.my_week', icon: CalendarDays, heading: 'areas.my_week' },
    { to: '/instructor/myclass', label: 'areas.my_class', icon: BookOpen, heading: 'areas.my_classes' },
    { to: '/instructor/addclass', label: 'areas.add_class', icon: CirclePlus, heading: 'areas.add_class' },
    { to: '/instructor/wishes', label: 'wishes.wishes', icon: Heart, heading: 'wishes.what_families_wish' },
    { to: '/instructor/recitals', label: 'recitals.recitals', icon: Piano, heading: 'recitals.recitals' },
    { to: '/instructor/posts', label: 'areas.posts', icon: Newspaper, heading: 'areas.posts' },
    { to: '/instructor/class', heading: 'areas.sheet' },
    { to: '/instructor/roster', heading: 'areas.roster' },
    { to: '/instructor/plan', heading: 'areas.class_times' },
    { to: '/instructor/lessons', heading: 'areas.lessons' },
    { to: '/instructor/notes', heading: 'materials.notes_and_files' },
    { to: '/instructor/reviews', heading: 'reviews.what_was_written' },
    { to: '/instructor/updateclass', heading: 'areas.update_class' },
  ],
} as const satisfies { name: PlainId; roles: readonly Role[]; pages: readonly AreaPage[] };
