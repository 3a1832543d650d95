import { Trans, useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useCallback,
  useState,
} from 'react';
import { markUnsaved } from '#src/data/drafts/unsaved-forms.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { ConfirmSheet } from '#src/ui/layout/sheet.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { SubmitFooter } from '#src/ui/layout/submit-footer.tsx';
import { type FormDraftState, RestoredChanges } from './form-draft.tsx';

interface EditPageProps {
  title: ReactNode;
  /** Explains why saving is disabled offline. */
  offlineReason: string;
  /** True if the form has unsaved changes; leaving then asks first. */
  isEdited: boolean;
  /** Changes restored from an earlier visit (`useFormDraft`). */
  draft: FormDraftState;
  /** The request that saves the form. */
  saveRequest: { readonly busy: boolean; readonly failure: unknown };
  /** True if the rejected field shows the error and gets the focus. Otherwise the footer shows the error. */
  showsErrorAtField?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Settings above the form that are saved immediately. */
  settings?: ReactNode;
  /** Label of the submit button; “Save” by default. */
  saveLabel?: ReactNode;
  children: ReactNode;
}

/** Layout for a form that is saved by a request; online only. */
export function EditPage(props: EditPageProps) {
  const {
    title,
    offlineReason,
    isEdited,
    saveRequest,
    showsErrorAtField = false,
    onSubmit,
  } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const offline = useConnection() !== 'online';
  const errorMessage = useErrorMessage();
  useEffect(() => {
    if (showsErrorAtField) focusFirstError(form.current);
  }, [showsErrorAtField, saveRequest.failure]);
  return (
    <Page
      title={title}
      footer={
        <SubmitFooter
          form={id}
          busy={saveRequest.busy}
          failure={
            saveRequest.failure === null || showsErrorAtField
              ? null
              : errorMessage(saveRequest.failure)
          }
          disabledReason={offline && offlineReason}
        >
          {props.saveLabel ?? <Trans>Save</Trans>}
        </SubmitFooter>
      }
    >
      <div className="space-y-7">
        <RestoredChanges draft={props.draft} />
        {props.settings}
        <form ref={form} id={id} noValidate className="space-y-7" onSubmit={onSubmit}>
          {props.children}
        </form>
      </div>
      <UnsavedChangesPrompt isEdited={isEdited} />
    </Page>
  );
}

interface HistoryLocation {
  readonly pathname: string;
}

/**
 * Asks before leaving a form with unsaved changes; the browser asks before closing the page. After
 * saving, navigate with `useGo` and `done` to skip the prompt.
 * @param isEdited true if the form has unsaved changes
 */
export function UnsavedChangesPrompt({ isEdited }: { isEdited: boolean }) {
  const { t } = useLingui();
  const [resolveLeave, setResolveLeave] = useState<((staysOnPage: boolean) => void) | null>(null);
  const shouldBlockFn = useCallback(
    ({ current, next }: { current: HistoryLocation; next: HistoryLocation }) => {
      if (next.pathname === current.pathname) return false;
      // The user didn't ask for the maintenance page, so unsaved input matters more (spec 1 §8).
      if (next.pathname === '/maintenance') return true;
      return new Promise<boolean>((resolve) => setResolveLeave(() => resolve));
    },
    [],
  );
  useBlocker({ shouldBlockFn, enableBeforeUnload: true, disabled: !isEdited });
  useEffect(() => (isEdited ? markUnsaved() : undefined), [isEdited]);

  const decide = (staysOnPage: boolean) => {
    resolveLeave?.(staysOnPage);
    setResolveLeave(null);
  };
  return (
    <ConfirmSheet
      isOpen={resolveLeave !== null}
      onOpenChange={(isOpen) => !isOpen && decide(true)}
      title={<Trans>Leave without saving?</Trans>}
      confirmLabel={<Trans>Leave without saving</Trans>}
      cancelLabel={t`Keep editing`}
      tone="danger"
      onConfirm={() => decide(false)}
    >
      <Trans>You have unsaved changes. If you leave, you’ll lose them.</Trans>
    </ConfirmSheet>
  );
}
