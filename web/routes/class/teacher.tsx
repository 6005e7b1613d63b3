import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes/calls.ts';
import { teacherName } from '#contract/former.ts';

/** Who teaches a class, with the way to their page. */
export const Teacher = ({
  instructorid,
  instructorname,
}: Pick<MusicClass, 'instructorid' | 'instructorname'>) =>
  instructorid ? (
    <Link to={`/instructors/${instructorid}`} className="underline-offset-4 hover:underline">
      {instructorname}
    </Link>
  ) : (
    teacherName(instructorname)
  );
