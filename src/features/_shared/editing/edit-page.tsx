import { Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { SubmitFooter } from '#src/ui/layout/submit-footer.tsx';
import { UnsavedChangesPrompt } from './unsaved-changes-prompt.tsx';

interface EditPageProps {
  title: ReactNode;
  /** Why saving is disabled offline. */
  offlineReason: string;
  /** True if the form has unsaved changes; leaving then asks first. */
  isEdited: boolean;
  /** The request that saves the form. */
  saving: { readonly busy: boolean; readonly failure: unknown };
  /**
   * True if the rejected field shows the error itself and gets the focus; the page then shows none.
   */
  isToldAtField?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Settings above the form that are saved at once. */
  above?: ReactNode;
  children: ReactNode;
}

/** Layout of a form that is saved by a request; online only. */
export function EditPage(props: EditPageProps) {
  const { title, offlineReason, isEdited, saving, isToldAtField = false, onSubmit } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const offline = useConnection() !== 'online';
  const errorMessage = useErrorMessage();
  useEffect(() => {
    if (isToldAtField) focusFirstError(form.current);
  }, [isToldAtField, saving.failure]);
  return (
    <Page
      title={title}
      footer={
        <SubmitFooter
          form={id}
          busy={saving.busy}
          failure={saving.failure === null || isToldAtField ? null : errorMessage(saving.failure)}
          disabledReason={offline && offlineReason}
        >
          <Trans>Save</Trans>
        </SubmitFooter>
      }
    >
      <div className="space-y-7">
        {props.above}
        <form ref={form} id={id} noValidate className="space-y-7" onSubmit={onSubmit}>
          {props.children}
        </form>
      </div>
      <UnsavedChangesPrompt isEdited={isEdited} />
    </Page>
  );
}
