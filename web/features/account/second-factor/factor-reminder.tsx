import { Link } from 'react-router';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { useSession } from '#web/lib/session/session.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Who runs the school is told until when they come in without a second step. */
export function FactorReminder() {
  const session = useSession();
  const { day } = useFormats();
  const from = session.state === 'signed-in' ? session.user.factorfrom : undefined;
  if (!from) return null;
  const days = Math.max(1, Math.ceil((Date.parse(from) - Date.now()) / DAY_MS));
  return (
    <p className="wrap-anywhere mb-6 rounded-field border border-warning bg-honey px-4 py-3 print:hidden">
      {rich('account.second_step_until', {
        days,
        day: day(from),
        link: (words) => (
          <Link to="/account" className="link font-semibold">
            {words}
          </Link>
        ),
      })}
    </p>
  );
}
