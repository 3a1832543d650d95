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
  /** Why nothing can be saved without a network. */
  offlineReason: string;
  /** Whether the form differs from what is saved: then it is not left without a question. */
  isEdited: boolean;
  /** The request that saves it. */
  saving: { readonly busy: boolean; readonly failure: unknown };
  /** Whether the field that the server refused says so itself: then it gets the focus, and says it alone. */
  isToldAtField?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** What is changed beside the form, each thing at once. */
  above?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** The frame of what is edited and then saved by a request: only while online. */
export function EditPage(props: EditPageProps) {
  const { title, offlineReason, isEdited, saving, isToldAtField = false, onSubmit } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const offline = useConnection() !== 'online';
  const errorWords = useErrorMessage();
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
          failure={saving.failure === null || isToldAtField ? null : errorWords(saving.failure)}
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
