import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';

type Props = {
  /** What the button that sends says, if there is one, and how it looks. */
  action: string | undefined;
  tone?: string;
  cancel?: string;
  problem: string | undefined;
  isBusy: boolean;
  onClose: () => void;
};

/** What went wrong with a dialog's form, and its two buttons. */
export const DialogFoot = ({
  action,
  tone = 'btn-primary',
  cancel = t('common.cancel'),
  problem,
  isBusy,
  onClose,
}: Props) => (
  <>
    <p role="alert" className={problem ? 'font-medium text-error' : 'sr-only'}>
      {problem}
    </p>
    <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
      <button type="button" className="btn" onClick={onClose}>
        {cancel}
      </button>
      {action && (
        <ActionButton type="submit" className={`btn ${tone}`} isBusy={isBusy}>
          {action}
        </ActionButton>
      )}
    </div>
  </>
);
