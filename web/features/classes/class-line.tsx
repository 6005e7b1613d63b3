import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classPath, type MusicClass } from '#contract/classes/calls.ts';
import { teacherName } from '#contract/former.ts';
import { Picture } from '#web/components/media/picture.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { EmailAddress } from '#web/components/people/email-address.tsx';

/**
 * A class in a row of a table: its picture, its name with the way to its page, and who teaches it; `children`
 * stand below.
 */
export function ClassLine({
  item,
  children,
}: {
  item: Pick<MusicClass, '_id' | 'classname' | 'image' | 'instructorname' | 'instructoremail'>;
  children: ReactNode;
}) {
  return (
    <div className="flex min-w-0 items-center gap-3 text-start @3xl:min-w-52">
      <Picture
        url={item.image}
        alt=""
        sizes="64px"
        className="h-12 w-16 shrink-0 rounded-field border border-base-300"
      />
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">
          <Link to={classPath(item)} className="underline-offset-4 hover:underline">
            <OwnWords>{item.classname}</OwnWords>
          </Link>
        </p>
        <p className="wrap-anywhere text-quiet text-sm">{teacherName(item.instructorname)}</p>
        <p className="text-quiet text-sm">
          <EmailAddress email={item.instructoremail} />
        </p>
        {children}
      </div>
    </div>
  );
}
