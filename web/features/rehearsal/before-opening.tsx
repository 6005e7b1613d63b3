import { Link } from 'react-router';
import { t } from '#languages/t.ts';

/** The way there from what a school still has to do before it opens. */
export const BeforeOpening = () => (
  <section
    aria-labelledby="rehearse"
    className="panel mt-6 flex flex-wrap items-center gap-x-6 gap-y-4 border-s-4 border-s-saffron p-5"
  >
    <div className="min-w-0 grow basis-64">
      <h2 id="rehearse" className="text-subheading">
        {t('rehearsal.before_you_open')}
      </h2>
      <p className="mt-1 text-quiet">{t('rehearsal.before_you_open_lead')}</p>
    </div>
    <Link to="/admin/rehearsal" className="btn btn-primary">
      {t('rehearsal.go')}
    </Link>
  </section>
);
