import type { ReactNode } from 'react';

/** What to press in the calendars that most people have. */
export function SubscribeSteps({ url }: { url: string }) {
  return (
    <>
      <div className="mt-6 divide-y divide-base-300 border-base-300 border-y">
        <Steps title="Google Calendar">
          <li>On a computer, open calendar.google.com.</li>
          <li>Beside “Other calendars” press +, then “From URL”.</li>
          <li>Paste the address and press “Add calendar”. Your phone shows it, too.</li>
        </Steps>
        <Steps title="Apple: iPhone, iPad, Mac">
          <li>
            <a href={url.replace(/^https?:/, 'webcal:')} className="link text-plum">
              Open it in Apple Calendar
            </a>{' '}
            and press “Subscribe”.
          </li>
          <li>
            If nothing opens: in Calendar press “Calendars”, “Add Calendar”, “Add Subscription Calendar”; on a
            Mac “File”, “New Calendar Subscription”. Paste the address.
          </li>
        </Steps>
        <Steps title="Outlook">
          <li>Open outlook.com, or Outlook on a computer, and go to the calendar.</li>
          <li>Press “Add calendar”, then “Subscribe from web”.</li>
          <li>Paste the address, give it a name and press “Import”.</li>
        </Steps>
      </div>
      <p className="mt-4 text-quiet text-sm">
        Your calendar looks for changes by itself: Apple’s about every hour, Google’s and Outlook’s a few
        times a day.
      </p>
    </>
  );
}

const Steps = ({ title, children }: { title: string; children: ReactNode }) => (
  <details name="calendar" className="py-1">
    <summary className="cursor-pointer py-2 font-semibold">{title}</summary>
    <ol className="mb-3 list-decimal space-y-1.5 ps-6 text-sm">{children}</ol>
  </details>
);
