import type { Site } from '#contract/sites/calls.ts';
import { siteOfficeCalls } from '#contract/sites/office-calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useMay } from '#web/lib/session/may.ts';
import { siteChanges } from './changes.ts';
import { SiteDialog } from './site-dialog.tsx';
import { addressOf } from './where.tsx';

/** The buildings in which the school teaches, each to be changed and deleted by who may. */
export const SiteList = ({ sites }: { sites: readonly Site[] }) => {
  const may = useMay();
  return (
    <EditableList
      title={t('sites.sites')}
      add={may(siteOfficeCalls.addSite) ? t('sites.add') : undefined}
      none={<Empty sentence={t('sites.none')} />}
      columns={[
        {
          heading: t('sites.site'),
          cell: ({ name }) => (
            <span className="wrap-anywhere font-semibold">
              <OwnWords>{name}</OwnWords>
            </span>
          ),
        },
        {
          heading: t('sites.address'),
          cell: (site) => (
            <span className="wrap-anywhere">
              <OwnWords>{addressOf(site)}</OwnWords>
              {site.directions && (
                <span dir="auto" className="block whitespace-pre-line text-quiet text-sm">
                  <OwnWords>{site.directions}</OwnWords>
                </span>
              )}
            </span>
          ),
        },
      ]}
      rows={sites}
      actions={(site) => may(siteOfficeCalls.updateSite) && <Actions site={site} />}
    >
      {(close) => <SiteDialog onClose={close} />}
    </EditableList>
  );
};

function Actions({ site }: { site: Site }) {
  const save = useSave(siteChanges);
  const { _id: id, name } = site;
  return (
    <>
      <DialogButton label={t('common.change')} of={name}>
        {(close) => <SiteDialog site={site} onClose={close} />}
      </DialogButton>
      <DialogButton
        label={t('common.delete')}
        of={name}
        className="btn btn-outline btn-sm text-error"
        take={() => site.version}
      >
        {(close, version) => (
          <ConfirmDialog
            title={t('sites.delete', { name })}
            confirmLabel={t('common.delete')}
            onConfirm={() => save('deleteSite', { id, version })}
            onClose={close}
          >
            <p>{t('sites.gone_for_good')}</p>
          </ConfirmDialog>
        )}
      </DialogButton>
    </>
  );
}
