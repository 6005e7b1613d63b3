import type { ComponentProps, ReactNode } from 'react';
import { ChangedFields } from '#web/components/form/changed-fields.tsx';
import { Fields, Form, type FormState } from '#web/components/form/form.tsx';
import { Dialog } from './dialog.tsx';
import { DialogFoot } from './dialog-foot.tsx';

type Props = {
  title: string;
  of: FormState & ComponentProps<typeof ChangedFields>['of'] & { problem: string; isBusy: boolean };
  /** What is said where another user has saved meanwhile, such as `This room changed while you were editing`. */
  changed?: string;
  /** What the button that sends says, if there is one, and how it looks. */
  action: string | undefined;
  cancel?: string;
  tone?: string;
  /** Above the fields, and below them. */
  lead?: ReactNode;
  onClose: () => void;
  children?: ReactNode;
} & Pick<ComponentProps<typeof ChangedFields>, 'labels' | 'say'>;

/** A dialog around a form; it stays open with what was typed until that is saved. */
export const FormDialog = ({ title, of, changed, labels, say, lead, onClose, children, ...foot }: Props) => (
  <Dialog title={title} onClose={onClose}>
    <Form of={foot.action ? of : { ...of, onSubmit: (event) => event.preventDefault() }}>
      {changed && <ChangedFields title={changed} of={of} labels={labels} say={say} />}
      {lead}
      {of.fields && <Fields fields={of.fields} />}
      {children}
      <DialogFoot problem={of.problem} isBusy={of.isBusy} onClose={onClose} {...foot} />
    </Form>
  </Dialog>
);
