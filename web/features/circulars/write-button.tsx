import type { ComponentProps } from 'react';
import { t } from '#languages/t.ts';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { WriteDialog } from './write-dialog.tsx';

type Props = Pick<ComponentProps<typeof WriteDialog>, 'to' | 'name'>;

/** Opens the dialog that writes to them. */
export const WriteButton = ({ to, name }: Props) => (
  <DialogButton label={t('circulars.write')} of={name}>
    {(close) => <WriteDialog to={to} name={name} onClose={close} />}
  </DialogButton>
);
