import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ErrorBlock } from '../feedback/error-block.tsx';

interface SubmitFooterProps {
  /** The id of the form. */
  form: string;
  busy: boolean;
  /** Error message of the last attempt. */
  failure: string | null;
  /** Reason why submitting is disabled. */
  disabledReason: string | false;
  /** Button label. */
  children: ReactNode;
}

/** Footer of a form page: error and submit button. */
export function SubmitFooter({ form, busy, failure, disabledReason, children }: SubmitFooterProps) {
  return (
    <>
      <ErrorBlock messages={failure === null ? [] : [failure]} />
      <Button
        type="submit"
        form={form}
        size="large"
        fullWidth
        busy={busy}
        disabledReason={disabledReason}
      >
        {children}
      </Button>
    </>
  );
}
