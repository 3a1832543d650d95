import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as v from 'valibot';
import type { ResultOf } from '#schemas/api/call.ts';
import type { companyCalls } from '#schemas/operator/company-calls.ts';
import {
  correctionEvents,
  MAX_POINTS_WITHOUT_APPROVAL,
  MAX_CORRECTION,
  pointCalls,
} from '#schemas/operator/point-calls.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { isFormOpen } from '#console/data/use-form-draft.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { pointEventText } from '#console/parts/point-events.ts';
import { companyQueries } from './company-actions.tsx';
import type { CompanyFile } from './company-texts.ts';

type CorrectionEvent = (typeof correctionEvents)[number];

/** Typed values, as stored in a draft. */
const typedCorrection = v.object({
  isDeduction: v.boolean(),
  event: v.picklist(correctionEvents),
  points: v.string(),
});
const draftIdOf = (company: CompanyFile) => ({ kind: 'company_points', record: company.id });

const refetches = [...companyQueries, 'listApprovals'];

/** Parses typed points. Null unless they're a whole number from 1 to `MAX_CORRECTION`. */
function parsePoints(text: string): number | null {
  const digits = text.replace(/\s/g, '');
  const points = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return points === 0 || points > MAX_CORRECTION ? null : points;
}

interface CorrectPointsProps {
  readonly company: CompanyFile;
  /**
   * Number of corrections when the operator saw the points. If this number has changed since then, the server rejects
   * the new correction.
   */
  readonly corrections: number;
}

/** Button that adds points to a company or deducts points from it. */
export function CorrectPoints(props: CorrectPointsProps) {
  const [isOpen, setOpen] = useState(() => isFormOpen(draftIdOf(props.company)));
  return (
    <>
      <ActionButton variant="secondary" onClick={() => setOpen(true)}>
        <Trans>Correct points</Trans>
      </ActionButton>
      {isOpen && <CorrectionDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function CorrectionDialog({
  company,
  corrections,
  onClose,
}: CorrectPointsProps & { readonly onClose: () => void }) {
  const { t, i18n } = useLingui();
  const [isDeduction, setDeduction] = useState(false);
  const [event, setEvent] = useState<CorrectionEvent>('other');
  const [text, setText] = useState('');
  const action = useOperatorAction(pointCalls.correctPoints, { refetches });
  const points = parsePoints(text);
  // Not null, because all roles that can correct points can also read them.
  const currentBalance = company.balance ?? 0;
  const isTooMany = isDeduction && points !== null && points > currentBalance;
  const submit = async (why: string) => {
    if (points === null) return;
    const signedPoints = isDeduction ? -points : points;
    const { approval } = await action.mutateAsync({
      params: { id: company.id },
      body: { points: signedPoints, event: isDeduction ? 'other' : event, corrections, why },
    });
    showResult(approval, t`The points were corrected.`, t`A second person must approve this.`);
    onClose();
  };
  const balance = i18n.number(currentBalance);
  const limit = i18n.number(MAX_POINTS_WITHOUT_APPROVAL);
  const error =
    points === null
      ? t`Enter a whole number from 1 to ${{ max: i18n.number(MAX_CORRECTION) }}.`
      : isTooMany
        ? t`The company has only ${balance} points.`
        : undefined;
  return (
    <ActionDialog
      title={t`Correct the points of ${company.name}`}
      description={t`The company has ${balance} points. A second person must approve corrections of more than ${limit} points within 24 hours.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={error === undefined}
      submitLabel={isDeduction ? <Trans>Deduct points</Trans> : <Trans>Add points</Trans>}
      onSubmit={submit}
      onClose={onClose}
      draft={{
        ...{ ...draftIdOf(company), schema: typedCorrection },
        read: () => ({ isDeduction, event, points: text }),
        restore: (values) => {
          setDeduction(values.isDeduction);
          setEvent(values.event);
          setText(values.points);
        },
      }}
    >
      {(showErrors) => (
        <>
          <SelectField
            label={t`Correction`}
            options={[
              { value: 'add', label: t`Add points` },
              { value: 'take', label: t`Deduct points` },
            ]}
            value={isDeduction ? 'take' : 'add'}
            onChange={({ target }) => setDeduction(target.value === 'take')}
          />
          <TextField
            label={t`Points`}
            inputMode="numeric"
            autoComplete="off"
            hint={newBalanceText(points, isDeduction)}
            value={text}
            error={showErrors || isTooMany ? error : undefined}
            onChange={({ target }) => setText(target.value)}
          />
          {!isDeduction && (
            <SelectField
              label={t`Reason that installers see`}
              options={correctionEvents.map((value) => ({
                value,
                label: pointEventText(i18n, value),
              }))}
              value={event}
              // The cast is safe, because the options are events.
              onChange={({ target }) => setEvent(target.value as CorrectionEvent)}
            />
          )}
        </>
      )}
    </ActionDialog>
  );

  function newBalanceText(change: number | null, isDeduction: boolean): string | undefined {
    if (change === null) return undefined;
    return t`New balance: ${i18n.number(currentBalance + (isDeduction ? -change : change))}`;
  }
}

function showResult(approval: string | null, doneText: string, requestedText: string): void {
  if (approval === null) showToast({ subject: 'points', tone: 'good', message: doneText });
  else showToast({ subject: 'points', tone: 'info', message: requestedText });
}

type Line = Pick<
  ResultOf<typeof companyCalls.listCompanyLedger>['data'][number],
  'id' | 'points' | 'correction'
>;

interface CorrectionCellProps {
  readonly company: CompanyFile;
  readonly line: Line;
  readonly canCorrect: boolean;
}

/** State of a correction, or the button that reverses it. */
export function CorrectionCell({ company, line, canCorrect }: CorrectionCellProps) {
  const { i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const points = i18n.number(line.points, { signDisplay: 'exceptZero' });
  switch (line.correction) {
    case null:
      return null;
    case 'reversed':
      return <Trans context="correction">Reversed</Trans>;
    case 'reversal':
      return <Trans>Reverses a correction</Trans>;
    case 'open':
      if (!canCorrect) return <Trans>By an operator</Trans>;
      return (
        <>
          <ActionButton variant="secondary" onClick={() => setOpen(true)}>
            <Trans>Reverse {points}</Trans>
          </ActionButton>
          {isOpen && (
            <ReversalDialog company={company} line={line} onClose={() => setOpen(false)} />
          )}
        </>
      );
  }
}

function ReversalDialog({
  company,
  line,
  onClose,
}: Omit<CorrectionCellProps, 'canCorrect'> & { readonly onClose: () => void }) {
  const { t, i18n } = useLingui();
  const action = useOperatorAction(pointCalls.reverseCorrection, { refetches });
  const before = i18n.number(line.points, { signDisplay: 'exceptZero' });
  const after = i18n.number(-line.points, { signDisplay: 'exceptZero' });
  const submit = async (why: string) => {
    const { approval } = await action.mutateAsync({
      params: { id: company.id, line: line.id },
      body: { why },
    });
    showResult(approval, t`The correction was reversed.`, t`A second person must approve this.`);
    onClose();
  };
  return (
    <ActionDialog
      title={t`Reverse the correction of ${before} points?`}
      description={
        line.points > 0
          ? t`A new line of ${after} points is added. If points of the correction have expired, a second line returns them, so that the company doesn’t lose them twice. All lines stay in the ledger.`
          : t`A new line of ${after} points is added. Both lines stay in the ledger.`
      }
      error={action.error}
      isBusy={action.isPending}
      isValid
      submitLabel={<Trans>Reverse</Trans>}
      onSubmit={submit}
      onClose={onClose}
    >
      {() => null}
    </ActionDialog>
  );
}
