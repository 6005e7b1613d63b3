import type { ReactNode } from 'react';
import { t } from '#languages/t.ts';
import { rich } from '#web/lib/rich.ts';

/** What to press in the calendars that most people have. */
export function SubscribeSteps({ url }: { url: string }) {
  return (
    <>
      <div className="mt-6 divide-y divide-base-300 border-base-300 border-y">
        <Steps title={t('calendars.google')}>
          <li>{t('calendars.google_open')}</li>
          <li>{t('calendars.google_from_url')}</li>
          <li>{t('calendars.google_paste')}</li>
        </Steps>
        <Steps title={t('calendars.apple')}>
          <li>
            {rich('calendars.apple_open', {
              link: (words) => (
                <a href={url.replace(/^https?:/, 'webcal:')} className="link text-plum">
                  {words}
                </a>
              ),
            })}
          </li>
          <li>{t('calendars.apple_if_nothing_opens')}</li>
        </Steps>
        <Steps title={t('calendars.outlook')}>
          <li>{t('calendars.outlook_open')}</li>
          <li>{t('calendars.outlook_subscribe')}</li>
          <li>{t('calendars.outlook_paste')}</li>
        </Steps>
      </div>
      <p className="mt-4 text-quiet text-sm">{t('calendars.how_often')}</p>
    </>
  );
}

const Steps = ({ title, children }: { title: string; children: ReactNode }) => (
  <details name="calendar" className="py-1">
    <summary className="cursor-pointer py-2 font-semibold">{title}</summary>
    <ol className="mb-3 list-decimal space-y-1.5 ps-6 text-sm">{children}</ol>
  </details>
);
