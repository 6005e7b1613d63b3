import type { Api } from '#contract/client.ts';
import { Empty } from '#web/components/empty.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { InstructorCard } from '#web/features/users/instructor-card.tsx';
import { api } from '#web/lib/api.ts';
import { pageMeta } from '#web/lib/page-meta.ts';
import { apiContext } from '#web/ssr.ts';
import type { Route } from './+types/instructors';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Instructors',
    description:
      'The people who teach here: what they play, how many classes they give and how to reach them.',
    path: '/instructorlist',
  });

const load = (from: Api) => from.listInstructors();
export const loader = ({ context }: Route.LoaderArgs) => load(context.get(apiContext));
export const clientLoader = () => load(api);

export default function Instructors({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap py-12 lg:py-16">
      <PageHeading
        title="Instructor List"
        lead="They perform, they teach, and they remember what the first lesson feels like."
      />
      {loaderData.length === 0 ? (
        <Empty sentence="No instructor has joined the school yet." />
      ) : (
        <section aria-label="Instructors">
          <h2 className="sr-only">Instructors</h2>
          <ul className="mt-10 grid grid-cols-2 gap-4 sm:gap-6 lg:grid-cols-4">
            {loaderData.map((instructor, at) => (
              <li key={instructor._id}>
                <InstructorCard
                  instructor={instructor}
                  isFirst={at === 0}
                  sizes="(min-width: 64rem) 22vw, 45vw"
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
