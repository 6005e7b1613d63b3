import type { Site } from '#contract/sites/calls.ts';
import { SiteDraft } from '#contract/sites/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { siteChanges } from './changes.ts';

/** Adds a site, or changes the one that is given. */
export function SiteDialog({ site, onClose }: { site?: Site; onClose: () => void }) {
  const save = useSave(siteChanges);
  const form = useForm(SiteDraft, {
    fields: {
      name: { label: t('common.name') },
      street: { label: t('families.street'), isOptional: true },
      postcode: { label: t('families.postcode'), isOptional: true, isHalf: true },
      town: { label: t('families.town'), isOptional: true, isHalf: true },
      directions: {
        label: t('sites.directions'),
        isOptional: true,
        rows: 2,
        hint: t('sites.directions_hint'),
      },
    },
    item: site,
    send: (draft, seen) =>
      seen ? save('updateSite', { id: seen._id, version: seen.version, ...draft }) : save('addSite', draft),
    onSaved: onClose,
    fieldsOf: { 'site-name-taken': 'name' },
  });
  return (
    <FormDialog
      title={form.seen ? t('sites.change', form.seen) : t('sites.add')}
      action={site ? t('common.save') : t('sites.add_this')}
      changed={t('sites.changed_meanwhile')}
      of={form}
      onClose={onClose}
    />
  );
}
