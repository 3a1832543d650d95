import { Trans, useLingui } from '@lingui/react/macro';
import { useProjectAddress } from '#src/features/projects/queries.ts';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';

interface ReplaceQuestionProps {
  /** The project of the current draft. */
  begun: string | null;
  /** The project to start with instead; null while closed. */
  wanted: string | null;
  onAnswer: (replaces: boolean) => void;
}

/** Confirms discarding the draft of one project to start with another. */
export function ReplaceDraftPrompt({ begun, wanted, onAnswer }: ReplaceQuestionProps) {
  const { t } = useLingui();
  const from = useProjectAddress(begun ?? undefined) ?? t`a project that is not here any more`;
  return (
    <ConfirmSheet
      isOpen={wanted !== null}
      onOpenChange={(isOpen) => !isOpen && onAnswer(false)}
      title={<Trans>Another certificate is begun</Trans>}
      confirmLabel={<Trans>Discard it and begin anew</Trans>}
      cancelLabel={t`Go on with the one begun`}
      tone="danger"
      onConfirm={() => onAnswer(true)}
    >
      <Trans>You have entered something for {from}. With another project it is discarded.</Trans>
    </ConfirmSheet>
  );
}
