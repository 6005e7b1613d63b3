import { Link } from 'react-router';
import { t } from '#languages/t.ts';

export function NotFound() {
  return (
    <div className="mx-auto max-w-lg px-6 py-24 text-center">
      <RestOnStaff />
      <h1 className="mt-8 text-heading">{t('common.page_not_found')}</h1>
      <p className="mt-4 text-lead text-quiet">{t('common.not_found_hint')}</p>
      <Link to="/" className="btn btn-primary mt-8">
        {t('common.back_to_home')}
      </Link>
    </div>
  );
}

/** Five lines with nothing to play on them but the number. */
function RestOnStaff() {
  return (
    <div className="relative mx-auto max-w-xs" aria-hidden="true">
      <div className="absolute inset-x-0 top-1/2 flex -translate-y-1/2 flex-col gap-4">
        {['e', 'g', 'b', 'd', 'f'].map((line) => (
          <span key={line} className="h-0.5 bg-base-300" />
        ))}
      </div>
      <p className="relative font-display font-semibold text-8xl text-primary">404</p>
    </div>
  );
}
