import { t } from '#languages/t.ts';
/** Says, to whom it concerns, that signing in and everything behind it does not work without scripts. */
export function NeedsScripts({ sentence = t('common.signing_in_needs_scripts') }: { sentence?: string }) {
  return (
    <noscript>
      <p className="mt-4 rounded-field bg-info/10 px-4 py-3 font-medium text-info text-sm">{sentence}</p>
    </noscript>
  );
}
