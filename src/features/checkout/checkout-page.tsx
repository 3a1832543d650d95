import { useLingui, Trans } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, type FormEvent, useEffect, useId, useRef } from 'react';
import { linkTo } from '#src/app/link-to.tsx';
import type { AppLink } from '#src/app/paths.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { UnsavedChangesPrompt } from '#src/features/_shared/editing/edit-page.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Stepper } from '#src/ui/layout/stepper.tsx';

/** Number of steps: checkout, summary and thank you (spec 2 §2). */
const STEPS = 3;

interface CheckoutPageProps {
  title: string;
  step: 1 | 2 | 3;
  /** Target of the back button, if it varies. */
  back?: AppLink | undefined;
  footer?: ReactNode;
  /** Undefined while the checkout is loading. */
  children: ReactNode | undefined;
}

/** Layout of a checkout step, with the progress. */
export function CheckoutPage({ title, step, back, footer, children }: CheckoutPageProps) {
  const { t } = useLingui();
  usePageTitle(title);
  const labels = {
    1: t`Step 1 of 3: Checkout`,
    2: t`Step 2 of 3: Summary`,
    3: t`Step 3 of 3: Thank you`,
  };
  return (
    <Page
      title={title}
      back={
        back !== undefined && <IconButton label={t`Back`} icon={<ArrowLeft />} {...linkTo(back)} />
      }
      above={<Stepper step={step} total={STEPS} label={labels[step]} />}
      footer={footer}
    >
      {children ?? (
        <Skeleton label={t`Loading the checkout`}>
          <SkeletonCard lines={3} />
          <SkeletonCard lines={3} />
        </Skeleton>
      )}
    </Page>
  );
}

interface FormPageProps {
  title: string;
  /** Error code if the server rejected the whole form; otherwise null. */
  rejectionCode?: string | null;
  /** True if the server rejected one field, which shows the error and gets the focus. */
  isFieldRejected: boolean;
  /** True if the form has unsaved changes, so leaving it must be confirmed. */
  isEdited: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/**
 * Layout of the checkout's two forms. Shows rejections above the form or at their field (spec 2
 * §8).
 */
export function FormPage(props: FormPageProps) {
  const { title, rejectionCode = null, isFieldRejected, isEdited, onSubmit, children } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isFieldRejected) focusFirstError(form.current);
  }, [isFieldRejected]);
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
        <ErrorBlock
          messages={rejectionCode === null ? [] : [errorMessage({ code: rejectionCode })]}
        />
        <form ref={form} id={id} noValidate className="space-y-4" onSubmit={onSubmit}>
          {children}
        </form>
      </div>
      <UnsavedChangesPrompt isEdited={isEdited} />
    </CheckoutPage>
  );
}
