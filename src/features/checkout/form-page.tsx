import { Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { UnsavedChangesPrompt } from '#src/features/_shared/editing/unsaved-changes-prompt.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { CheckoutPage } from './checkout-page.tsx';

interface FormPageProps {
  title: string;
  /** Error code if the server rejected this whole form; else null. */
  refused?: string | null;
  /** True if the server rejected one field, which shows the error and gets the focus. */
  isRefused: boolean;
  /** True if the form has unsaved changes; leaving then asks first. */
  isEdited: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/**
 * Layout of the checkout's two forms. Shows rejections above the form or at their field (spec 2
 * §8).
 */
export function FormPage(props: FormPageProps) {
  const { title, refused = null, isRefused, isEdited, onSubmit, children } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isRefused) focusFirstError(form.current);
  }, [isRefused]);
  const errorMessage = useErrorMessage();
  return (
    <CheckoutPage
      title={title}
      step={1}
      footer={
        <Button type="submit" form={id} fullWidth>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <div className="space-y-4">
        <ErrorBlock messages={refused === null ? [] : [errorMessage({ code: refused })]} />
        <form ref={form} id={id} noValidate className="space-y-4" onSubmit={onSubmit}>
          {children}
        </form>
      </div>
      <UnsavedChangesPrompt isEdited={isEdited} />
    </CheckoutPage>
  );
}
