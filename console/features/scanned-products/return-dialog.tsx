import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import { MAX_POINTS_WITHOUT_APPROVAL } from '#schemas/operator/point-calls.ts';
import { returnCalls, type ScannedProductDetails } from '#schemas/operator/return-calls.ts';
import { MAX_NOTE, RETURNED_REASON } from '#schemas/product-rejection.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { rejectionReasonText } from '#console/parts/rejection-reason-text.ts';
import { RecordQuery } from '#console/parts/record/record-query.tsx';

type Preview = ResultOf<typeof returnCalls.previewReturn>;

interface ReturnDialogProps {
  readonly product: ScannedProductDetails;
  readonly action: 'take_back' | 'undo';
  readonly onClose: () => void;
}

/** Calls whose results change when a product is taken back or reinstated. */
const refetches = [
  'listScannedProducts',
  'readScannedProduct',
  'previewReturn',
  'listLedger',
  'sumLedger',
  'listCompanies',
  'readCompanyFile',
  'listCompanyTimeline',
  'explainCompanyPoints',
  'listCompanyLedger',
  'listCompanyRecords',
  'listApprovals',
  'listAudit',
];

/**
 * Asks for confirmation before a product is taken back (or reinstated), and shows the exact change in points.
 */
export function ReturnDialog({ product, action, onClose }: ReturnDialogProps) {
  const { t, i18n } = useLingui();
  const actionTexts = useActionTexts();
  const params = { id: product.id };
  const preview = useOperatorQuery(returnCalls.previewReturn, { params }, { fresh: 'queue' });
  const takeBackAction = useOperatorAction(returnCalls.takeBackProduct, { refetches });
  const undoAction = useOperatorAction(returnCalls.undoTakeBack, { refetches });
  const isUndo = action === 'undo';
  // Set when the dialog opens, so that its texts don't change when the action changes the product's state.
  const [wasRejected] = useState(product.state !== 'returned');
  const [code, setCode] = useState<string>(RETURNED_REASON);
  const [note, setNote] = useState('');
  const reasons = product.reasons.toSorted((a) => (a.code === RETURNED_REASON ? -1 : 0));
  const needsNote = reasons.find((reason) => reason.code === code)?.needs_note ?? false;
  const isNoteMissing = needsNote && note.trim() === '';
  // If another operator has changed the product in the meantime, this action is no longer possible.
  const isOutdated = product.act !== action;
  const chosenAction = isUndo ? undoAction : takeBackAction;
  const name = product.serial_number ?? `${product.type} ${product.size} ${product.variant}`;
  const needsSecondPerson = preview.data?.needs_second_person === true;
  const texts = actionTexts(name)[isUndo ? (wasRejected ? 'accept' : 'undo') : 'take_back'];
  const submit = async (why: string) => {
    if (!preview.data) return;
    const change = preview.data.balance_after - preview.data.balance_before;
    const reason = { code, note: note.trim() || null };
    const body = { rev: product.rev, change, why, ...(!isUndo && { reason }) };
    const { approval } = await chosenAction.mutateAsync({ params, body });
    showToast(
      approval === null
        ? { subject: 'points', tone: 'good', message: texts.done }
        : { subject: 'points', tone: 'info', message: t`A second person must approve this.` },
    );
    onClose();
  };
  return (
    <ActionDialog
      title={texts.title}
      description={texts.consequence}
      error={chosenAction.error}
      isBusy={chosenAction.isPending}
      isValid={preview.data !== undefined && !isOutdated && !isNoteMissing}
      submitLabel={needsSecondPerson ? <Trans>Ask a second person</Trans> : texts.label}
      isDanger={!isUndo}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) =>
        isOutdated ? (
          chosenAction.error === null && (
            <p role="alert">
              <Trans>Someone else has changed this in the meantime.</Trans>
            </p>
          )
        ) : (
          <>
            <RecordQuery label={t`Computing the points`} query={preview}>
              {(returnPreview) => (
                <Consequences product={product} preview={returnPreview} isUndo={isUndo} />
              )}
            </RecordQuery>
            {!isUndo && (
              <>
                <SelectField
                  label={t`Reason for the installer`}
                  options={reasons.map((reason) => ({
                    value: reason.code,
                    label: rejectionReasonText(i18n, reason),
                  }))}
                  value={code}
                  onChange={({ target }) => setCode(target.value)}
                />
                <TextAreaField
                  label={t`Note to the installer`}
                  rows={2}
                  maxLength={MAX_NOTE}
                  {...(!needsNote && { optionalLabel: t`(optional)` })}
                  value={note}
                  error={showErrors && isNoteMissing ? t`This reason needs a note.` : undefined}
                  onChange={({ target }) => setNote(target.value)}
                />
              </>
            )}
          </>
        )
      }
    </ActionDialog>
  );
}

/** Texts of the dialog for each action. */
function useActionTexts() {
  const { t } = useLingui();
  const accepted = t`The company gets the product’s points, and its serial number can’t be scanned again.`;
  return (name: string) => ({
    take_back: {
      title: t`Take ${name} back?`,
      consequence: t`The company loses the product’s points, and is notified. The serial number can be scanned again.`,
      label: t`Take back`,
      done: t`The product was taken back.`,
    },
    undo: {
      title: t`Count ${name} again?`,
      consequence: accepted,
      label: t`Count again`,
      done: t`The product counts again.`,
    },
    accept: {
      title: t`Accept ${name} after all?`,
      consequence: accepted,
      label: t`Accept after all`,
      done: t`The product was accepted.`,
    },
  });
}

interface ConsequencesProps {
  readonly product: ScannedProductDetails;
  readonly preview: Preview;
  readonly isUndo: boolean;
}

/** The ledger entries that the action will add, and the company's balance before and after it. */
function Consequences(props: ConsequencesProps) {
  const { i18n } = useLingui();
  const { points, expired, balance_before: before, balance_after: after } = props.preview;
  const { level_points: level, campaign_points: campaign } = props.product;
  const signedText = (value: number) => i18n.number(value, { signDisplay: 'exceptZero' });
  const partTexts = [points - level - campaign, level, campaign].map((part) => i18n.number(part));
  return (
    <>
      <DetailList
        items={[
          {
            term: <Trans>Points for the product, its level and its campaign</Trans>,
            detail: partTexts.join(' + '),
          },
          {
            term: <Trans>Correction</Trans>,
            detail: <strong className="tnum">{signedText(props.isUndo ? points : -points)}</strong>,
          },
          ...(expired === 0
            ? []
            : [{ term: <Trans>Returned expired points</Trans>, detail: signedText(expired) }]),
          {
            term: <Trans>Balance</Trans>,
            detail: `${i18n.number(before)} → ${i18n.number(after)}`,
          },
        ]}
      />
      <Notes preview={props.preview} />
    </>
  );
}

/** Notes about expired points, a negative balance and the second person, if they apply to this product. */
function Notes({ preview }: Pick<ConsequencesProps, 'preview'>) {
  const { i18n } = useLingui();
  const limit = i18n.number(MAX_POINTS_WITHOUT_APPROVAL);
  const { expired, expires, balance_after: after, needs_second_person: needsSecond } = preview;
  const number = (value: number) => i18n.number(value);
  return (
    <div className="grid gap-2 text-small">
      {expired > 0 && (
        <p>
          <Trans>
            Of these points, {number(expired)} expired before. A second line returns them, so that
            the company doesn’t lose them twice.
          </Trans>
        </p>
      )}
      {expires > 0 && (
        <p>
          <Trans>
            Of these points, {number(expires)} expire again within a day, because they are too old.
          </Trans>
        </p>
      )}
      {after < 0 && (
        <p className="font-semibold text-warn">
          <Trans>
            The company has spent these points. Its balance becomes negative, and the next points
            that it earns will offset it.
          </Trans>
        </p>
      )}
      {needsSecond && (
        <p>
          <Trans>
            These are more than {limit} points of the company within 24 hours, so a second person
            must approve it.
          </Trans>
        </p>
      )}
    </div>
  );
}
