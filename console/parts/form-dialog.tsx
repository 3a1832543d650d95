import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { useUnsavedInput } from '#console/data/unsaved-input.ts';
import { ActionButton } from './action-button.tsx';
import { SubmitForm } from './submit-form.tsx';
import { DraftHolderProvider, useDraftHolder } from './form-draft-notice.tsx';
import { LeavePrompt } from './leave-guard.tsx';
import { useTypedValues } from './use-typed-values.ts';

interface FormDialogProps {
  readonly title: string;
  readonly description?: string | undefined;
  readonly submitLabel: ReactNode;
  readonly isDanger?: boolean | undefined;
  readonly isBusy?: boolean;
  readonly disabledReason?: string | undefined;
  /** True if a value has changed, even if its field is now hidden or removed. */
  readonly isEdited?: boolean | undefined;
  readonly onSubmit: () => Promise<unknown> | void;
  readonly onClose: () => void;
  /** Called before the user leaves the screen by "back" or a link. Only for dialogs that aren't part of a screen. */
  readonly onLeave?: () => void;
  /** Fields. */
  readonly children: ReactNode;
}

/**
 * Dialog with a form. Its buttons stay visible while the fields scroll. If Escape, the close button, a press outside,
 * "back" or closing the page would lose typed values that aren't saved as a draft, the dialog asks first. "Cancel"
 * discards the draft and closes the dialog without asking.
 */
export function FormDialog({
  title,
  description,
  submitLabel,
  onClose,
  ...dialogProps
}: FormDialogProps) {
  const { t } = useLingui();
  const form = useId();
  const typedValues = useTypedValues();
  const [isAsking, setAsking] = useState(false);
  const { holder, isUnsaved, save } = useDraftHolder(
    () => dialogProps.isEdited === true || typedValues.isEdited(),
  );
  useUnsavedInput({
    place: 'sheet',
    isUnsaved,
    save,
    ...(dialogProps.onLeave && { onLeave: dialogProps.onLeave }),
  });
  const close = async () => {
    if (isUnsaved()) await save();
    if (isUnsaved()) setAsking(true);
    else onClose();
  };
  const cancel = () => {
    holder.current?.discard();
    onClose();
  };
  return (
    <>
      <Sheet
        isOpen
        onOpenChange={() => void close()}
        title={title}
        description={description}
        closeLabel={t`Close`}
        footer={
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={cancel}>
              <Trans>Cancel</Trans>
            </Button>
            <ActionButton
              type="submit"
              form={form}
              variant={dialogProps.isDanger ? 'danger' : 'primary'}
              busy={dialogProps.isBusy}
              disabledReason={dialogProps.disabledReason}
            >
              {submitLabel}
            </ActionButton>
          </div>
        }
      >
        <SubmitForm
          id={form}
          className="flex flex-col gap-4"
          isGuarded={false}
          onFocus={typedValues.trackField}
          onSubmit={dialogProps.onSubmit}
        >
          <DraftHolderProvider value={holder}>{dialogProps.children}</DraftHolderProvider>
        </SubmitForm>
      </Sheet>
      <LeavePrompt isOpen={isAsking} onLeave={onClose} onStay={() => setAsking(false)} />
    </>
  );
}
