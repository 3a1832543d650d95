import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import {
  importCalls,
  type ImportRecord,
  MAX_ROWS_WITHOUT_APPROVAL,
} from '#schemas/operator/import-calls.ts';
import { importKinds } from '#schemas/operator/import-kinds.ts';
import { MAX_POINTS_WITHOUT_APPROVAL } from '#schemas/operator/point-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { awardedText, isRunning, rowsText } from './import-texts.ts';

/** Queries to refetch after an action on an import. */
export const importQueries = ['readImport', 'listImports', 'listApprovals', 'listAudit'];

/** Returns buttons for the actions that the import’s state allows, and the error if one of the actions failed. */
export function useImportActions(record: ImportRecord): {
  readonly buttons: ReactNode;
  readonly error: Error | null;
} {
  const { state, phase, kind } = record;
  const apply = useApply(record);
  const stop = useStop(record);
  const resume = useResume(record);
  const takeBack = useTakeBack(record);
  const hasEnded = state === 'stopped' || state === 'failed';
  const isPartlyApplied = hasEnded && phase === 'applying';
  const canTakeBack = !importKinds[kind].isFinal && (state === 'applied' || isPartlyApplied);
  const isDecided = record.open_approval === null;
  const hasNewRows = record.checked.new_rows > 0;
  return {
    error: apply.error ?? stop.error ?? resume.error ?? takeBack.error,
    buttons: (
      <>
        {isRunning(record) && stop.button}
        {hasEnded && isDecided && resume.button}
        {canTakeBack && isDecided && takeBack.button}
        {state === 'checked' && isDecided && hasNewRows && apply.button}
      </>
    ),
  };
}

interface ReasonButtonProps {
  readonly label: ReactNode;
  readonly isBusy: boolean;
  readonly isPrimary?: boolean;
  readonly onPress: () => Promise<void>;
}

/** A button for an action that asks for a reason. */
function ReasonButton({ label, isBusy, isPrimary = false, onPress }: ReasonButtonProps) {
  return (
    <ActionButton
      variant={isPrimary ? 'primary' : 'secondary'}
      busy={isBusy}
      // The page shows the failure.
      onClick={() => void onPress().catch(() => undefined)}
    >
      {label}
    </ActionButton>
  );
}

function useApply({ id, kind, rev, checked, awards, file_name: file }: ImportRecord) {
  const { t, i18n } = useLingui();
  const askWhy = useAskWhy();
  const action = useOperatorAction(importCalls.applyImport, { refetches: importQueries });
  const apply = async () => {
    const [addedText, rejectedText] = [
      rowsText(i18n, checked.new_rows),
      i18n.number(checked.rejected),
    ];
    const pointsText = awards && awardedText(i18n, awards.checked);
    const counts =
      pointsText !== null
        ? t`Added to the ledger: ${pointsText}. Rejected rows, left out: ${rejectedText}.`
        : kind === 'shop'
          ? t`Changed: ${addedText}. Rejected rows, left out: ${rejectedText}.`
          : t`New: ${addedText}. Rejected rows, left out: ${rejectedText}.`;
    const limit = i18n.number(MAX_POINTS_WITHOUT_APPROVAL);
    const awardLimit = t`More than ${limit} points within 24 hours, in total or for one company, need a second person.`;
    const why = await askWhy({
      title: t`Apply ${file}?`,
      consequence:
        checked.rows > MAX_ROWS_WITHOUT_APPROVAL
          ? `${counts} ${t`A second person must approve this.`}`
          : kind === 'shop'
            ? `${counts} ${t`More than 20 changed prices, or one that changes by more than half, need a second person.`}`
            : awards
              ? `${counts} ${awardLimit}`
              : counts,
      confirmLabel: t`Apply`,
    });
    if (why === null) return;
    const { approval } = await action.mutateAsync({ params: { id }, body: { rev, why } });
    if (approval === null) return;
    const message = t`A second person must approve this.`;
    showToast({ subject: 'imports', tone: 'info', message });
  };
  const label = <Trans>Apply</Trans>;
  const button = <ReasonButton isPrimary label={label} isBusy={action.isPending} onPress={apply} />;
  return { button, error: action.error };
}

function useStop({ id, file_name: file }: ImportRecord) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const action = useOperatorAction(importCalls.stopImport, { refetches: importQueries });
  const stop = async () => {
    const why = await askWhy({
      title: t`Stop ${file}?`,
      consequence: t`Rows that are done stay done. You can continue later.`,
      confirmLabel: t`Stop`,
    });
    if (why !== null) await action.mutateAsync({ params: { id }, body: { why } });
  };
  const button = (
    <ReasonButton label={<Trans>Stop</Trans>} isBusy={action.isPending} onPress={stop} />
  );
  return { button, error: action.error };
}

function useResume({ id, rev, file_name: file }: ImportRecord) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const action = useOperatorAction(importCalls.resumeImport, { refetches: importQueries });
  const resume = async () => {
    const why = await askWhy({ title: t`Continue ${file}?`, confirmLabel: t`Continue` });
    if (why === null) return;
    const { approval } = await action.mutateAsync({ params: { id }, body: { rev, why } });
    if (approval === null) return;
    const message = t`A second person must approve this.`;
    showToast({ subject: 'imports', tone: 'info', message });
  };
  const label = <Trans>Continue</Trans>;
  const button = (
    <ReasonButton isPrimary label={label} isBusy={action.isPending} onPress={resume} />
  );
  return { button, error: action.error };
}

function useTakeBack({ id, kind, rev, applied, awards, file_name: file }: ImportRecord) {
  const { t, i18n } = useLingui();
  const askWhy = useAskWhy();
  const action = useOperatorAction(importCalls.takeBackImport, { refetches: importQueries });
  const takeBack = async () => {
    const rows = rowsText(i18n, applied.new_rows);
    const why = await askWhy({
      title: t`Take ${{ name: file }} back?`,
      consequence: awards
        ? t`In the ledger: ${awardedText(i18n, awards.applied)}. New lines take the points back. Points that were spent stay.`
        : kind === 'shop'
          ? t`Changed: ${rows}. Prices and stock that haven’t changed since are restored; the others stay.`
          : t`Added: ${rows}. Those that haven’t been used are removed; the others stay.`,
      confirmLabel: t`Take back`,
      tone: 'danger',
    });
    if (why === null) return;
    const { approval } = await action.mutateAsync({ params: { id }, body: { rev, why } });
    if (approval === null) return;
    const message = t`A second person must approve this.`;
    showToast({ subject: 'imports', tone: 'info', message });
  };
  const label = <Trans>Take back</Trans>;
  const button = <ReasonButton label={label} isBusy={action.isPending} onPress={takeBack} />;
  return { button, error: action.error };
}
