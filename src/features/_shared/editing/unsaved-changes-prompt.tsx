import { Trans, useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { markUnsaved } from '#src/data/drafts/unsaved-forms.ts';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';

interface Place {
  readonly pathname: string;
}

/**
 * Asks before leaving a form with unsaved changes; the browser asks before closing the page. After
 * saving, navigate with `useGo` and `done` to skip the question.
 * @param isEdited true if the form has unsaved changes
 */
export function UnsavedChangesPrompt({ isEdited }: { isEdited: boolean }) {
  const { t } = useLingui();
  const [decide, setDecide] = useState<((stays: boolean) => void) | null>(null);
  const shouldBlockFn = useCallback(({ current, next }: { current: Place; next: Place }) => {
    if (next.pathname === current.pathname) return false;
    // The person didn't ask for the maintenance page, and unsaved input is worth more (spec 1 §8).
    if (next.pathname === '/maintenance') return true;
    return new Promise<boolean>((resolve) => setDecide(() => resolve));
  }, []);
  useBlocker({ shouldBlockFn, enableBeforeUnload: true, disabled: !isEdited });
  useEffect(() => (isEdited ? markUnsaved() : undefined), [isEdited]);

  const answer = (stays: boolean) => {
    decide?.(stays);
    setDecide(null);
  };
  return (
    <ConfirmSheet
      isOpen={decide !== null}
      onOpenChange={(isOpen) => !isOpen && answer(true)}
      title={<Trans>Leave without saving?</Trans>}
      confirmLabel={<Trans>Leave without saving</Trans>}
      cancelLabel={t`Keep editing`}
      tone="danger"
      onConfirm={() => answer(false)}
    >
      <Trans>What you changed here has not been saved and would be lost.</Trans>
    </ConfirmSheet>
  );
}
