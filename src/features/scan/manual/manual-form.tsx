import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { focusFirstProblem } from '#src/ui/focus-first-problem.ts';
import { Page } from '#src/ui/page.tsx';
import type { ProductRules } from '../product/product-rules.ts';
import { EarlierScan } from '../product/earlier-scan.tsx';
import { ScanExtras } from '../product/scan-extras.tsx';
import { SurveyExtra } from '../question/survey-extra.tsx';
import { useDuplicateWords, useVerdictWords } from '../catching/use-catch-words.ts';
import { withChoice, withHalves, withWhole, type ManualState } from './manual-state.ts';
import { ProductFields } from './product-fields.tsx';
import { RefusedActions } from './refused-actions.tsx';
import { SerialFields, WholeCodeField } from './serial-fields.tsx';
import { useManualEntry } from './use-manual-entry.ts';

const FORM = 'manual-entry';

interface ManualFormProps {
  title: string;
  back: ReactNode;
  rules: ProductRules;
  /** The scan to complete or to mend; null for a new one. */
  scan: ScanDocument | null;
  project: string | undefined;
}

/** Serial number first; type, size and variant only where they are needed. */
export function ManualForm({ title, back, rules, scan, project }: ManualFormProps) {
  const { state, setState, submit, busy, failure } = useManualEntry({ rules, scan, project });
  const errorWords = useErrorWords();
  const verdictWords = useVerdictWords();
  const duplicateWords = useDuplicateWords();
  const messages = [
    ...(state.refusal ? [verdictWords(state.refusal)] : []),
    ...(failure?.kind === 'duplicate' ? [duplicateWords(failure.place)] : []),
    ...(failure?.kind === 'error' ? [errorWords(failure.error)] : []),
  ];
  const other = failure?.kind === 'duplicate' ? failure.other : null;
  const isGeneric = scan !== null && !scan.is_unique;

  return (
    <Page
      title={title}
      back={back}
      footer={
        <>
          <ErrorBlock messages={messages} action={other && <EarlierScan scan={other} />} />
          <Button type="submit" form={FORM} size="large" fullWidth busy={busy}>
            <SubmitWords scan={scan} />
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void submit().then(() => focusFirstProblem(form));
        }}
      >
        {scan?.refusal && (scan.state === 'refused' || scan.isValid === false) && (
          <Banner tone="bad" title={<RefusedTitle scan={scan} />}>
            {errorWords(scan.refusal)}
            {scan.refusal.earlier && <EarlierScan scan={scan.refusal.earlier} />}
          </Banner>
        )}
        {!isGeneric && state.whole !== null && (
          <WholeCodeField
            code={state.whole}
            onCodeChange={(code) => setState((now) => withWhole(now, code))}
            problem={state.problems.serial}
          />
        )}
        {!isGeneric && state.whole === null && (
          <SerialFields
            halves={state.halves}
            onHalvesChange={(halves) => setState((now) => withHalves(now, halves))}
            problem={state.problems.serial}
            regionIsGeneric={rules.regionIsGeneric}
          />
        )}
        <WhyProduct why={state.why} />
        {state.step === 'product' && (
          <ProductFields
            choice={state.choice}
            onChoiceChange={(choice) => setState((now) => withChoice(now, choice))}
            problems={state.problems}
            rules={rules}
          />
        )}
        {scan && (
          <ScanExtras
            scan={scan}
            survey={<SurveyExtra scan={scan} questions={rules.configuration.product_survey} />}
          />
        )}
        {scan?.state === 'refused' && <RefusedActions scan={scan} />}
      </form>
    </Page>
  );
}

function RefusedTitle({ scan }: { scan: ScanDocument }) {
  if (scan.state === 'captured') return <Trans>This product is not valid</Trans>;
  return <Trans>This product was refused</Trans>;
}

function SubmitWords({ scan }: { scan: ScanDocument | null }) {
  if (!scan) return <Trans>Add product</Trans>;
  return scan.state === 'captured' ? <Trans>Save</Trans> : <Trans>Save and send again</Trans>;
}

/** Why more than the number is asked. */
function WhyProduct({ why }: { why: ManualState['why'] }) {
  switch (why) {
    case 'offline':
      return (
        <Banner tone="offline" live="polite">
          <Trans>
            The number can't be checked offline. Choose the product; it will be checked when it is
            sent.
          </Trans>
        </Banner>
      );
    case 'limited':
      return (
        <Banner tone="info" live="polite">
          <Trans>
            Many numbers were checked today, so this one can't be checked now. Choose the product;
            it will be checked when it is sent.
          </Trans>
        </Banner>
      );
    case 'generic':
      return (
        <Banner tone="info" live="polite">
          <Trans>
            Without the second part, choose the product. Next you are asked for a photo.
          </Trans>
        </Banner>
      );
    case 'partial':
      return (
        <Banner tone="info" live="polite">
          <Trans>The number is known. Choose the product it belongs to.</Trans>
        </Banner>
      );
    case 'mismatch':
      return (
        <Banner tone="warn" live="polite">
          <Trans>
            In the registry, this number belongs to another product. Check type, size and variant.
          </Trans>
        </Banner>
      );
    case 'mend':
    case null:
      return null;
  }
}
