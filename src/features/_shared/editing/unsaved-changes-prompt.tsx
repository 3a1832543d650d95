import { Trans, useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { markUnsaved } from '#src/data/drafts/unsaved-forms.ts';
import { paths } from '#src/app/paths.ts';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';

interface Place {
  readonly pathname: string;
}

/**
 * Asks before a form is left with what nothing has saved; the browser asks before it closes the page.
 * Saving goes on by `useGo` with `done`, which is not asked about.
 * @param isEdited whether the form differs from what is saved
 */
export function UnsavedChangesPrompt({ isEdited }: { isEdited: boolean }) {
  const { t } = useLingui();
  const [decide, setDecide] = useState<((stays: boolean) => void) | null>(null);
  const shouldBlockFn = useCallback(({ current, next }: { current: Place; next: Place }) => {
    if (next.pathname === current.pathname) return false;
    // Nobody asked to go there: what was typed is worth more than the page that says so (spec 1 §8).
    if (next.pathname === paths.maintenance()) return true;
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
