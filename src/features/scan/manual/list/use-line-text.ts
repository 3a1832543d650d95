import { useLingui } from '@lingui/react/macro';
import {
  useDuplicateText,
  useLabelRejectionText,
  useVerdictText,
} from '#src/features/scan/capture/use-outcome-text.ts';
import type { LineVerdict } from './validate-list.ts';

type Bad = Exclude<LineVerdict, { kind: 'good' | 'asking' }>;

/** Why a line of a list is not added, in a sentence. */
export function useLineText(): { readonly reason: (verdict: Bad) => string } {
  const { t } = useLingui();
  const duplicateWords = useDuplicateText();
  const refusalWords = useLabelRejectionText();
  const verdictWords = useVerdictText();
  const noNumber = (why: Extract<Bad, { kind: 'no_number' }>['why']) => {
    if (why === 'none') return t`No serial number was found in this line.`;
    if (why === 'generic') return t`This product is told by a photo: add it by itself.`;
    return refusalWords(why);
  };
  const reason = (verdict: Bad): string => {
    switch (verdict.kind) {
      case 'known':
        return duplicateWords(verdict.location);
      case 'repeated':
        return t`The same number stands in line ${verdict.line}.`;
      case 'refused':
        return verdictWords(verdict.why);
      case 'unclear':
        return verdict.why === 'not_asked'
          ? t`The number can't be checked now, so its product is not known.`
          : t`The number is known, but not its product: enter it by itself.`;
      case 'no_number':
        return noNumber(verdict.why);
      case 'taken_out':
        return t`You took it out.`;
    }
  };
  return { reason };
}
