import { Trans, useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmSheet } from '#src/ui/layout/sheet.tsx';

interface Location {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

/** Changing a list's filters on the same screen loses nothing, but switching a record's tab does. */
const leavesScreen = ({ current, next }: { current: Location; next: Location }) =>
  next.pathname !== current.pathname || next.search['tab'] !== current.search['tab'];

/** Asks before leaving a screen with unsaved changes; the browser asks before closing the page. */
export function UnsavedPrompt({ isEdited }: { readonly isEdited: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: leavesScreen,
    enableBeforeUnload: true,
    disabled: !isEdited,
    withResolver: true,
  });
  return (
    <LeavePrompt
      isOpen={status === 'blocked'}
      onLeave={() => proceed?.()}
      onStay={() => reset?.()}
    />
  );
}

interface LeavePromptProps {
  readonly isOpen: boolean;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks before unsaved changes are lost. */
export function LeavePrompt({ isOpen, onLeave, onStay }: LeavePromptProps) {
  const { t } = useLingui();
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={(opens) => !opens && onStay()}
      title={<Trans>Leave without saving?</Trans>}
      confirmLabel={<Trans>Leave without saving</Trans>}
      cancelLabel={t`Keep editing`}
      tone="danger"
      onConfirm={onLeave}
    >
      <Trans>You have unsaved changes. If you leave, you’ll lose them.</Trans>
    </ConfirmSheet>
  );
}
