import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import * as v from 'valibot';
import { useErrorText } from '#console/data/error-texts.ts';
import {
  type FormDraft,
  type FormDraftOptions,
  useFormDraft,
} from '#console/data/use-form-draft.ts';
import { ActionButton } from './action-button.tsx';
import { FormDialog } from './form-dialog.tsx';
import { FormDraftNotice } from './form-draft-notice.tsx';
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
  /** Draft that stores the form's values, if the form has one. */
  readonly draft?: FormDraft;
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
  ...formProps
}: ActionFormProps) {
  const errorText = useErrorText();
  return (
    <SubmitForm
      aria-label={label}
      className="flex flex-col gap-4"
      isEdited={formProps.isEdited}
      isGuarded={formProps.draft ? false : formProps.isGuarded}
      onSubmit={onSubmit}
    >
      {formProps.draft && <FormDraftNotice draft={formProps.draft} />}
      <ErrorBlock messages={error ? [errorText(error)] : []} />
      {formProps.children}
      <div className="flex flex-wrap gap-2">
        <ActionButton
          type="submit"
          variant={formProps.isSecondary ? 'secondary' : 'primary'}
          busy={isBusy}
          disabledReason={formProps.disabledReason}
        >
          {submitLabel}
        </ActionButton>
        {formProps.otherButtons}
      </div>
    </SubmitForm>
  );
}

interface ActionDialogProps<Values> extends Pick<
  ActionFormProps,
  'error' | 'isBusy' | 'submitLabel'
> {
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
  /** Stores the fields and the reason as a draft. */
  readonly draft?: Omit<FormDraftOptions<Values>, 'place'>;
  /** Renders the fields, with their errors once `showErrors` is true. */
  readonly children: (showErrors: boolean) => ReactNode;
}

/** Asks for an action's input and reason. */
export function ActionDialog<Values>({
  title,
  description,
  error,
  isValid,
  ...dialogProps
}: ActionDialogProps<Values>) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const [why, setWhy] = useState('');
  const [showErrors, setShowErrors] = useState(false);
  const isMissing = why.trim() === '';
  const { draft: fieldDraft } = dialogProps;
  const draft = useFormDraft(
    fieldDraft
      ? {
          ...fieldDraft,
          place: 'sheet',
          schema: v.object({ fields: fieldDraft.schema, why: v.string() }),
          read: () => ({ fields: fieldDraft.read(), why }),
          restore: (values) => {
            fieldDraft.restore(values.fields);
            setWhy(values.why);
          },
        }
      : null,
  );
  const submit = async () => {
    setShowErrors(true);
    if (!isValid || isMissing) return;
    await dialogProps.onSubmit(why);
    void draft.clear();
  };
  return (
    <FormDialog
      title={title}
      description={description}
      submitLabel={dialogProps.submitLabel}
      isDanger={dialogProps.isDanger}
      isBusy={dialogProps.isBusy}
      disabledReason={dialogProps.disabledReason}
      isEdited={dialogProps.isEdited}
      onSubmit={submit}
      onClose={dialogProps.onClose}
    >
      {fieldDraft && <FormDraftNotice draft={draft} />}
      <ErrorBlock messages={error ? [errorText(error)] : []} />
      {dialogProps.children(showErrors)}
      <TextAreaField
        label={t`Why?`}
        hint={dialogProps.whyHint ?? t`Don’t write phone numbers, addresses or codes here.`}
        maxLength={MAX_WHY}
        value={why}
        error={showErrors && isMissing ? t`Say why. The reason is kept in the audit.` : undefined}
        onChange={({ target }) => setWhy(target.value)}
      />
    </FormDialog>
  );
}
