import { useLingui } from '@lingui/react/macro';
import type { Label, LabelProblem } from '#schemas/label.ts';
import type { RegistryVerdict } from '#schemas/scan-validity.ts';
import { brand } from '#brand';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import type { CaptureResult, DuplicateLocation, CaptureOutcome } from './capture-label.ts';
import type { CodeState } from './code-state.ts';

export interface OutcomeText {
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
  readonly text: string;
  readonly reason?: string;
}

/** Returns a function that formats a capture outcome. */
export function useOutcomeText(): (outcome: CaptureOutcome) => OutcomeText {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const rejectionText = useLabelRejectionText();
  const duplicateText = useDuplicateText();
  const verdictText = useVerdictText();
  const capturedText = useCapturedText();

  return (outcome) => {
    if (outcome.kind === 'failed') return { tone: 'bad', text: errorMessage(outcome.error) };
    if (outcome.kind === 'verdict') {
      return { tone: 'warn', text: outcome.code, reason: verdictText(outcome.verdict) };
    }
    if (outcome.kind === 'removed_before') {
      return { tone: 'quiet', text: outcome.code, reason: t`You removed this product.` };
    }
    const { result } = outcome;
    // Text from spec 1 §5, followed by the reason.
    if (result.kind === 'rejected') {
      return { tone: 'quiet', text: t`Invalid QR code.`, reason: rejectionText(result.reason) };
    }
    if (result.kind === 'duplicate') {
      const text = nameOfLabel(result.label);
      return { tone: 'warn', text, reason: duplicateText(result.location) };
    }
    return { tone: 'good', text: capturedText(result, outcome) };
  };
}

/**
 * Formats a captured product: "GGL MK06 scanned · 40 points · In your list: 2". The toast and screen readers
 * get the same text.
 */
export function useCapturedText() {
  const { t } = useLingui();
  const format = useFormat();
  const countText = useListCountText();
  return (
    { label, copies }: Extract<CaptureResult, { kind: 'captured' }>,
    { points = 0, listCount = copies }: { readonly points?: number; readonly listCount?: number },
  ): string => {
    const product = `${label.type} ${label.size}`;
    const name = copies > 1 ? `${copies} × ${product}` : product;
    return [
      t`${name} scanned`,
      ...(points > 0 ? [format.points(points)] : []),
      ...(listCount > copies ? [countText(listCount)] : []),
    ].join(' · ');
  };
}

/** Returns the serial number, or the product if there is none. */
function nameOfLabel({ type, size, variant, code, isGeneric }: Label): string {
  return isGeneric ? `${type} ${size} ${variant}` : code;
}

/** Returns a function that formats the number of copies in the user's list. */
function useListCountText(): (count: number) => string {
  const { t } = useLingui();
  return (count) => t`In your list: ${count}`;
}

/** Returns a function that explains why a label was rejected. */
export function useLabelRejectionText(): (reason: LabelProblem) => string {
  const { t } = useLingui();
  const maker = brand.manufacturer;
  return (reason) => {
    switch (reason) {
      case 'foreign':
        return t`This label isn’t from ${maker}.`;
      case 'incomplete':
        return t`This label is damaged or incomplete. Enter the number manually.`;
      case 'bad_characters':
        return t`This label contains invalid characters. Enter the number manually.`;
      case 'type_not_allowed':
        return t`You don’t earn points for this product type.`;
    }
  };
}

export function useDuplicateText(): (location: DuplicateLocation) => string {
  const { t } = useLingui();
  return (location) => {
    switch (location) {
      case 'list':
        return t`This product is already in your list.`;
      case 'project':
        return t`This product is already in this project.`;
      case 'other_project':
        return t`This product is already in another project.`;
    }
  };
}

/** Returns a function that formats a short reason why a label can't be added. */
export function useCodeStateText(): (
  state: Extract<CodeState, { kind: 'duplicate' | 'invalid' }>,
) => string {
  const { t } = useLingui();
  const countText = useListCountText();
  return (state) => {
    if (state.kind === 'invalid') return t({ context: 'label', message: 'Not valid' });
    if (state.count !== undefined) return countText(state.count);
    return state.location === 'list' ? t`Added` : t`In a project`;
  };
}

/** Returns a function that formats the registry's verdict. */
export function useVerdictText(): (verdict: RegistryVerdict) => string {
  const { t } = useLingui();
  const maker = brand.manufacturer;
  return (verdict) => {
    switch (verdict) {
      case 'ok':
        return t`Serial number found.`;
      case 'partial':
        return t`This number belongs to another product. Check type and size.`;
      case 'unknown':
        return t`This is not a valid ${maker} product. We don’t know this serial number. Check it.`;
      case 'type_not_allowed':
        return t`This is not a valid ${maker} product. You don’t earn points for this type.`;
      case 'already_scanned':
        return t`This product has been scanned already.`;
    }
  };
}
