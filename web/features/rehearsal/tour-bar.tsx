import { Link } from 'react-router';
import { t } from '#languages/t.ts';

/** Leads those who try the demo to where its clock is moved. */
export default function TourBar() {
  return (
    <section aria-label={t('rehearsal.title')} className="bg-honey print:hidden">
      <p className="wrap flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
        {t('rehearsal.tour')}{' '}
        <Link to="/admin/rehearsal" className="link font-semibold">
          {t('rehearsal.tour_link')}
        </Link>
      </p>
    </section>
  );
}
