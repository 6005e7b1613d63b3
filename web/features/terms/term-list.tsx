import type { ReactNode } from 'react';
import type { Term } from '#contract/terms/calls.ts';
import { termOfficeCalls } from '#contract/terms/office-calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useMay } from '#web/lib/session/may.ts';
import { termChanges } from './changes.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { TermDialog } from './term-dialog.tsx';

/**
 * The terms, the latest first, each to be changed, deleted and copied into the next by who may; `write` is
 * the button that writes to all of one.
 */
export function TermList({ terms, write }: { terms: readonly Term[]; write: (term: Term) => ReactNode }) {
  const { days } = useFormats();
  const mayChange = useMay()(termOfficeCalls.updateTerm);
  return (
    <EditableList
      title={t('terms.terms')}
      lead={t('terms.list_lead')}
      add={mayChange ? t('terms.add_term') : undefined}
      none={t('terms.none_yet')}
      columns={[
        {
          heading: t('terms.term'),
          cell: ({ name }) => (
            <span className="wrap-anywhere font-semibold">
              <OwnWords>{name}</OwnWords>
            </span>
          ),
        },
        { heading: t('common.days'), cell: ({ firstday, lastday }) => days(firstday, lastday) },
      ]}
      rows={terms.toReversed()}
      actions={(term) => (
        <>
          {mayChange && <Actions term={term} next={terms.find((one) => one.firstday > term.lastday)} />}
          {write(term)}
        </>
      )}
    >
      {(close) => <TermDialog onClose={close} />}
    </EditableList>
  );
}

function Actions({ term, next }: { term: Term; next: Term | undefined }) {
  const save = useSave(termChanges);
  const { _id: id, name } = term;
  return (
    <>
      <DialogButton label={t('common.copy')} of={name}>
        {(close) => <CopyDialog term={term} next={next} onClose={close} />}
      </DialogButton>
      <DialogButton label={t('common.change')} of={name}>
        {(close) => <TermDialog term={term} onClose={close} />}
      </DialogButton>
      <DialogButton
        label={t('common.delete')}
        of={name}
        className="btn btn-outline btn-sm text-error"
        take={() => term.version}
      >
        {(close, version) => (
          <ConfirmDialog
            title={t('common.delete_named', { name })}
            confirmLabel={t('common.delete')}
            onConfirm={() => save('deleteTerm', { id, version })}
            onClose={close}
          >
            <p>{t('terms.delete_means')}</p>
          </ConfirmDialog>
        )}
      </DialogButton>
    </>
  );
}
