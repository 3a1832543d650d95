import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ErrorBlock } from '../feedback/error-block.tsx';

interface SubmitFooterProps {
  /** The id of the form. */
  form: string;
  busy: boolean;
  /** What the server said to the last try. */
  failure: string | null;
  /** Why it can't be sent now. */
  disabledReason: string | false;
  /** What the button says. */
  children: ReactNode;
}

/** The foot of a page that is a form: what went wrong, and the button that sends it. */
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
