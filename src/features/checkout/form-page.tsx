import { Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { LeaveQuestion } from '#src/features/editing/leave-question.tsx';
import { focusFirstProblem } from '#src/features/onboarding/focus-first-problem.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { CheckoutPage } from './checkout-page.tsx';

interface FormPageProps {
  title: string;
  /** The code by which the server refused what stands in this form; null where it did not. */
  refused: string | null;
  /** Whether it differs from what is kept: then it is not left without a question. */
  isEdited: boolean;
  /** Saves what is right; else it calls `onWrong`, which puts the focus on the first problem. */
  onSubmit: (event: FormEvent<HTMLFormElement>, onWrong: () => void) => void;
  /** The fields. */
  children: ReactNode;
}

/** The frame of the checkout's two forms. What the server refused stands above (spec 2 §8). */
export function FormPage({ title, refused, isEdited, onSubmit, children }: FormPageProps) {
  const id = useId();
  const errorWords = useErrorWords();
  return (
    <CheckoutPage
      title={title}
      step={1}
      footer={
        <Button type="submit" form={id} size="large" fullWidth>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <div className="space-y-4">
        <ErrorBlock messages={refused === null ? [] : [errorWords({ code: refused })]} />
        <form
          id={id}
          noValidate
          className="space-y-4"
          onSubmit={(event) => {
            const form = event.currentTarget;
            onSubmit(event, () => focusFirstProblem(form));
          }}
        >
          {children}
        </form>
      </div>
      <LeaveQuestion isEdited={isEdited} />
    </CheckoutPage>
  );
}
