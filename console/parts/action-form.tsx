import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { ActionButton } from './action-button.tsx';
import { FormDialog } from './form-dialog.tsx';
import { SubmitForm, type SubmitFormProps } from './submit-form.tsx';
import { MAX_WHY } from './why-dialog.tsx';

interface ActionFormProps {
  /** Name of the form, if there are several. */
  readonly label?: string;
  /** Failure of the last attempt; null or undefined if there is none. */
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly submitLabel: ReactNode;
  readonly onSubmit: () => Promise<unknown>;
  readonly isEdited?: SubmitFormProps['isEdited'];
  readonly isGuarded?: SubmitFormProps['isGuarded'];
  /** True if another button on the screen is the main next step. */
  readonly isSecondary?: boolean;
  /** Reason why the form can't be sent. */
  readonly disabledReason?: string | undefined;
  /** Buttons next to the submit button. */
  readonly otherButtons?: ReactNode;
  readonly children: ReactNode;
}

/** Form for an action. If the action fails, the error is shown above the fields. Can't be sent while offline. */
export function ActionForm({
  label,
  error,
  isBusy,
  submitLabel,
  onSubmit,
  ...rest
}: ActionFormProps) {
  const errorText = useErrorText();
  return (
    <SubmitForm
      aria-label={label}
      className="flex flex-col gap-4"
      isEdited={rest.isEdited}
      isGuarded={rest.isGuarded}
      onSubmit={onSubmit}
    >
      <ErrorBlock messages={error ? [errorText(error)] : []} />
      {rest.children}
      <div className="flex flex-wrap gap-2">
        <ActionButton
          type="submit"
          variant={rest.isSecondary ? 'secondary' : 'primary'}
          busy={isBusy}
          disabledReason={rest.disabledReason}
        >
          {submitLabel}
        </ActionButton>
        {rest.otherButtons}
      </div>
    </SubmitForm>
  );
}

interface ActionDialogProps extends Pick<ActionFormProps, 'error' | 'isBusy' | 'submitLabel'> {
  /** The action as a question. */
  readonly title: string;
  readonly description: string;
  /** True if the fields can be sent. */
  readonly isValid: boolean;
  /** Runs the action; only called with a reason and valid fields. */
  readonly onSubmit: (why: string) => Promise<unknown>;
  readonly onClose: () => void;
  readonly isDanger?: boolean;
  readonly disabledReason?: string | undefined;
  /** True if there are unsaved changes, even in fields that are now hidden. */
  readonly isEdited?: boolean;
  /** Replaces the default hint of the reason field. */
  readonly whyHint?: string;
  /** Renders the fields, with their errors once `showErrors` is true. */
  readonly children: (showErrors: boolean) => ReactNode;
}

/** Asks for an action's input and reason. */
export function ActionDialog({ title, description, error, isValid, ...rest }: ActionDialogProps) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const [why, setWhy] = useState('');
  const [showErrors, setShowErrors] = useState(false);
  const isMissing = why.trim() === '';
  const submit = async () => {
    setShowErrors(true);
    if (isValid && !isMissing) await rest.onSubmit(why);
  };
  return (
    <FormDialog
      title={title}
      description={description}
      submitLabel={rest.submitLabel}
      isDanger={rest.isDanger}
      isBusy={rest.isBusy}
      disabledReason={rest.disabledReason}
      isEdited={rest.isEdited}
      onSubmit={submit}
      onClose={rest.onClose}
    >
      <ErrorBlock messages={error ? [errorText(error)] : []} />
      {rest.children(showErrors)}
      <TextAreaField
        label={t`Why?`}
        hint={rest.whyHint ?? t`Don’t write phone numbers, addresses or codes here.`}
        maxLength={MAX_WHY}
        value={why}
        error={showErrors && isMissing ? t`Say why. The reason is kept in the audit.` : undefined}
        onChange={({ target }) => setWhy(target.value)}
      />
    </FormDialog>
  );
}
