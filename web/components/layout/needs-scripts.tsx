/** Says, to whom it concerns, that signing in and everything behind it does not work without scripts. */
export function NeedsScripts({ what = 'Signing in' }: { what?: string }) {
  return (
    <noscript>
      <p className="mt-4 rounded-field bg-info/10 px-4 py-3 font-medium text-info text-sm">
        {what} needs JavaScript. Please allow it for this site and reload the page.
      </p>
    </noscript>
  );
}
