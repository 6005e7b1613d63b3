import { addressLines } from '#contract/school/calls.ts';
import { t } from '#languages/t.ts';
import { Printer } from '#web/components/icons/printer.tsx';
import { Sign } from '#web/components/layout/brand.tsx';
import { useConfig } from '#web/lib/page/config.ts';

/*
 * What a class's page has on paper alone: it is then a flyer of one sheet, to be pinned to a wall. How the
 * rest of the page is set there stands in app.css, at `.flyer`.
 */

export const PrintButton = () => (
  <button type="button" className="btn btn-outline border-base-300" onClick={() => print()}>
    <Printer className="size-4" aria-hidden="true" />
    {t('classes.print_flyer')}
  </button>
);

/** Whose flyer it is. */
export function FlyerHead() {
  const { school } = useConfig();
  return (
    <p className="flyer-head hidden items-center gap-2.5 font-display font-semibold text-2xl print:flex">
      <Sign />
      {school.name}
    </p>
  );
}

/** How a reader of the flyer finds the page; `qr` is the code of its address. */
export function FlyerFoot({ url, qr }: { url: string; qr: string }) {
  const { street, postcode, town, phone, email } = useConfig().school;
  const place = addressLines({ street, postcode, town }).join(', ');
  return (
    <div className="flyer-foot hidden print:flex">
      <div>
        <p className="font-semibold text-lg">{t('classes.read_more_and_enrol')}</p>
        <p className="break-all">
          <bdi dir="ltr">{url.replace(/^https?:\/\//, '')}</bdi>
        </p>
        {place && <p className="mt-3">{place}</p>}
        <p>
          <bdi dir="ltr">{[phone, email].filter(Boolean).join(' · ')}</bdi>
        </p>
      </div>
      <div
        role="img"
        aria-label={t('classes.qr_code_of_this_page')}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it of this page's own address
        dangerouslySetInnerHTML={{ __html: qr }}
      />
    </div>
  );
}
