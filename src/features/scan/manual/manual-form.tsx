import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Check, CircleCheck, ClipboardPaste, X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Spinner } from '#src/ui/feedback/spinner.tsx';
import type { ProductRules } from '../capture/product-rules.ts';
import { EarlierScan } from '../review/earlier-scan.tsx';
import { ScanExtras } from '../review/scan-extras.tsx';
import { SurveyExtra } from '../review/survey-extra.tsx';
import { scansInState } from '../queries.ts';
import { MAX_REVIEW_SCANS } from '../review/use-review.ts';
import { AddedProducts } from './added-products.tsx';
import {
  chooseAnother,
  isIdle,
  startManual,
  withChoice,
  withHalves,
  withLabel,
  withUnsplitCode,
} from './manual-state.ts';
import { NumberErrorBlock, RecognisedProduct } from './recognised-product.tsx';
import { ProductFields } from './product-fields.tsx';
import { RejectedActions, ProductReasonBanner } from './product-reason-banner.tsx';
import { SerialFields, UnsplitCodeField } from './serial-fields.tsx';
import { useManualEntry } from './use-manual-entry.ts';

const FORM = 'manual-entry';

interface ManualFormProps {
  title: string;
  back: ReactNode;
  rules: ProductRules;
  /** The scan to complete or fix; null for a new one. */
  scan: ScanDocument | null;
  projectId: string | undefined;
  /** Switches to bulk entry, with the text pasted so far. */
  onList: (text: string) => void;
}

/** Asks for the serial number first, and for the product only if the registry doesn't have it. */
export function ManualForm(props: ManualFormProps) {
  const { title, back, rules, scan, projectId, onList } = props;
  const { t } = useLingui();
  const entry = useManualEntry({ rules, scan, projectId });
  const { state } = entry;
  const errorMessage = useErrorMessage();
  const firstFieldRef = useRef<HTMLInputElement>(null);
  const capturedScans =
    useLiveQuery((account) => scansInState(account, 'captured', MAX_REVIEW_SCANS), []) ?? [];
  const count = scan ? 0 : capturedScans.length;
  const questions = rules.configuration.product_survey;

  const submit = async (form: HTMLFormElement) => {
    // Set the focus during the tap, so that the on-screen keyboard stays open for the next number.
    if (state.step === 'recognised' && !scan) firstFieldRef.current?.focus();
    if (await entry.submit()) firstFieldRef.current?.focus();
    else focusFirstError(form);
  };

  return (
    <Page
      title={title}
      back={back}
      actions={
        scan === null && (
          <IconButton
            label={t`Close`}
            icon={<X />}
            {...linkTo(projectId === undefined ? paths.home() : paths.project(projectId))}
          />
        )
      }
      footer={
        <>
          <ErrorBlock messages={entry.failure === null ? [] : [errorMessage(entry.failure)]} />
          <FormActions scan={scan} count={count} projectId={projectId} entry={entry} />
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        {scan?.refusal && (scan.state === 'refused' || scan.isValid === false) && (
          <Banner tone="bad" title={<RejectedTitle scan={scan} />}>
            {errorMessage(scan.refusal)}
            {scan.refusal.earlier && <EarlierScan scan={scan.refusal.earlier} />}
          </Banner>
        )}
        <NumberFields
          entry={entry}
          rules={rules}
          scan={scan}
          firstFieldRef={firstFieldRef}
          onList={onList}
        />
        <div>
          {isIdle(state) && scan === null && (
            <div className="-ms-5 -mt-4 mb-2">
              <Button variant="quiet" icon={<ClipboardPaste />} onClick={() => onList('')}>
                <Trans>Paste a list</Trans>
              </Button>
            </div>
          )}
          <NumberStatus isChecking={entry.isChecking} addedCount={isIdle(state) ? count : 0} />
          <NumberErrorBlock
            numberError={state.numberError}
            isNew={scan === null}
            projectId={projectId}
          />
          <ProductSection entry={entry} rules={rules} projectId={projectId} />
          {isIdle(state) && count > 0 && (
            <AddedProducts scans={capturedScans} questions={questions} projectId={projectId} />
          )}
        </div>
        {scan && (
          <ScanExtras scan={scan} survey={<SurveyExtra scan={scan} questions={questions} />} />
        )}
        {scan?.state === 'refused' && <RejectedActions scan={scan} />}
      </form>
    </Page>
  );
}

type Entry = ReturnType<typeof useManualEntry>;

interface NumberFieldsProps {
  entry: Entry;
  rules: ProductRules;
  scan: ScanDocument | null;
  firstFieldRef: RefObject<HTMLInputElement | null>;
  onList: (text: string) => void;
}

/**
 * Two fields for the halves of the serial number, or one field for a number that can't be split. Hidden for scans
 * without a number.
 */
function NumberFields(props: NumberFieldsProps) {
  const { rules, scan, firstFieldRef, onList } = props;
  const { state, setState } = props.entry;
  if (scan !== null && !scan.is_unique) return null;
  if (state.unsplitCode !== null) {
    return (
      <UnsplitCodeField
        code={state.unsplitCode}
        // When the field of a new entry is cleared, go back to the two fields.
        onCodeChange={(code) =>
          setState((current) =>
            code === '' && !scan ? startManual(null) : withUnsplitCode(current, code),
          )
        }
        problem={state.problems.serial}
      />
    );
  }
  return (
    <SerialFields
      halves={state.halves}
      onHalvesChange={(halves) => setState((current) => withHalves(current, halves))}
      onList={onList}
      onLabel={(label) => setState((current) => withLabel(current, label))}
      problem={state.problems.serial}
      rules={rules}
      firstRef={firstFieldRef}
    />
  );
}

/** Progress, announced when it changes. */
function NumberStatus({ isChecking, addedCount }: { isChecking: boolean; addedCount: number }) {
  return (
    <div role="status" className="font-semibold [&_svg]:size-5">
      {isChecking && (
        <p className="flex items-center gap-2">
          <Spinner />
          <Trans>Checking the number</Trans>
        </p>
      )}
      {!isChecking && addedCount > 0 && (
        <p className="mb-3 flex items-center gap-2">
          <CircleCheck className="text-good" aria-hidden="true" />
          <Plural value={addedCount} one="# added" other="# added" />
        </p>
      )}
    </div>
  );
}

interface ProductSectionProps {
  entry: Entry;
  rules: ProductRules;
  projectId: string | undefined;
}

/** The product found for the number, or the fields to enter it. */
function ProductSection({ entry: { state, setState }, rules, projectId }: ProductSectionProps) {
  if (state.step === 'serial') return null;
  if (state.step === 'recognised' && state.recognised) {
    return (
      <RecognisedProduct
        product={state.recognised.product}
        isMismatch={state.reason === 'mismatch'}
        isUnchecked={!state.recognised.fromRegistry}
        projectId={projectId}
      />
    );
  }
  return (
    <div className="space-y-6">
      <ProductReasonBanner reason={state.reason} />
      <ProductFields
        choice={state.choice}
        onChoiceChange={(choice) => setState((current) => withChoice(current, choice))}
        problems={state.problems}
        rules={rules}
      />
    </div>
  );
}

interface FormActionsProps {
  scan: ScanDocument | null;
  /** Number of captured products that can be reviewed. */
  count: number;
  projectId: string | undefined;
  entry: Entry;
}

/** The next actions; one of them is primary. */
function FormActions({ scan, count, projectId, entry }: FormActionsProps) {
  const { state, setState } = entry;
  const reviewLink = count > 0 && (
    <LinkButton
      variant={isIdle(state) ? 'primary' : 'secondary'}
      fullWidth
      {...linkTo(paths.scanReview({ project: projectId }))}
    >
      <Plural value={count} one="Review # product" other="Review # products" />
    </LinkButton>
  );
  // Nothing has been entered, so there is nothing to add.
  if (isIdle(state) && reviewLink) return reviewLink;
  const isRecognised = state.step === 'recognised';
  return (
    <>
      <Button
        type="submit"
        form={FORM}
        fullWidth
        icon={isRecognised && <Check />}
        busy={entry.busy}
        // Keeps the focus in the field, so that the on-screen keyboard stays open.
        onPointerDown={(event) => event.preventDefault()}
      >
        {isRecognised ? <Trans>Yes, add it</Trans> : <SubmitLabel scan={scan} />}
      </Button>
      {isRecognised ? (
        <Button variant="quiet" fullWidth onClick={() => setState(chooseAnother)}>
          <Trans>No, choose another</Trans>
        </Button>
      ) : (
        reviewLink
      )}
    </>
  );
}

function RejectedTitle({ scan }: { scan: ScanDocument }) {
  if (scan.state === 'captured') return <Trans>This product isn’t valid</Trans>;
  return <Trans>This product wasn’t accepted</Trans>;
}

function SubmitLabel({ scan }: { scan: ScanDocument | null }) {
  if (!scan) return <Trans>Add product</Trans>;
  return scan.state === 'captured' ? <Trans>Save</Trans> : <Trans>Save and send again</Trans>;
}
