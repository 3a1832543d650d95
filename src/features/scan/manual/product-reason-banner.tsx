import { Trans } from '@lingui/react/macro';
import { Banner } from '#src/ui/feedback/banner.tsx';
import type { ManualState } from './manual-state.ts';

/** Explains why the user must enter the product. */
export function ProductReasonBanner({ why }: { why: ManualState['why'] }) {
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
    case 'failed':
      return (
        <Banner tone="warn" live="polite">
          <Trans>
            The number can't be checked now. Choose the product; the number will be checked when it
            is sent.
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
    case 'own_choice':
    case null:
      return null;
  }
}
