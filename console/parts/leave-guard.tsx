import { Trans, useLingui } from '@lingui/react/macro';
import { type HistoryLocation, useRouter } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { ConfirmSheet } from '#src/ui/layout/sheet.tsx';
import {
  hasInputs,
  isAnyUnsaved,
  wouldLoseInput,
  leaveInputs,
  type Move,
  subscribeInputs,
} from '#console/data/unsaved-input.ts';
import { parseSearch } from '#console/parts/url-state.ts';

/** Resolves with true if nothing would be lost, or if the operator agrees. */
type ConfirmLeave = (move: Move | null) => Promise<boolean>;

const ConfirmLeaveContext = createContext<ConfirmLeave>(() => Promise.resolve(true));
/** Returns a function that asks before all screens are left, such as by signing out. */
export const useConfirmLeave = (): ConfirmLeave => use(ConfirmLeaveContext);

/**
 * The only component that asks before a link, "back", signing out or closing the page loses input. Components with
 * input report it with `useUnsavedInput`, as forms, record forms and drafts do.
 */
export function LeaveGuard({ children }: { readonly children: ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(leaves: boolean) => void>(() => undefined);
  const confirmLeave = useCallback<ConfirmLeave>(async (move) => {
    if (await wouldLoseInput(move)) {
      // A second move while the operator is being asked replaces the first.
      answer.current(false);
      const nextAnswer = new Promise<boolean>((resolve) => {
        answer.current = resolve;
      });
      setAsking(true);
      const leaves = await nextAnswer;
      if (!leaves) return false;
    }
    leaveInputs(move);
    return true;
  }, []);
  const end = (leaves: boolean) => {
    setAsking(false);
    answer.current(leaves);
  };
  const { history } = useRouter();
  const isNeeded = useSyncExternalStore(subscribeInputs, hasInputs);
  useEffect(() => {
    if (!isNeeded) return undefined;
    return history.block({
      blockerFn: async ({ action, currentLocation, nextLocation }) =>
        !(await confirmLeave({
          action,
          current: screenUrlOf(currentLocation),
          next: screenUrlOf(nextLocation),
        })),
      enableBeforeUnload: isAnyUnsaved,
    });
  }, [history, isNeeded, confirmLeave]);
  return (
    <ConfirmLeaveContext value={confirmLeave}>
      {children}
      <LeavePrompt isOpen={isAsking} onLeave={() => end(true)} onStay={() => end(false)} />
    </ConfirmLeaveContext>
  );
}

const screenUrlOf = ({ pathname, search }: HistoryLocation) => ({
  pathname,
  search: parseSearch(search),
});

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
