import { useState } from 'react';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { inviteChanges } from './office-changes.ts';

/** Has the free places of a class held for those who wished for it, and asks before. */
export function InviteButton({ classid, classname }: { classid: string; classname: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const { run } = useChange(inviteChanges, 'inviteWishers');
  return (
    <>
      <button type="button" className="btn btn-outline btn-sm" onClick={() => setIsAsking(true)}>
        {t('wishes.invite')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('wishes.invite_ask', { classname })}
          confirmLabel={t('wishes.invite_now')}
          cancelLabel={t('common.not_now')}
          tone="primary"
          onConfirm={() => run({ classid })}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('wishes.invite_means')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
