import { Trans } from '@lingui/react/macro';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { standingOn } from '#schemas/warranty-certificate.ts';
import { useToday } from '#src/data/time/use-today.ts';
import { Banner } from '#src/ui/banner.tsx';

/** What it means that a certificate is not good, or not yet; nothing where it is. */
export function CertificateNotice({ certificate }: { certificate: CertificateDocument }) {
  const standing = standingOn(certificate, useToday());
  if (standing === 'valid') return null;
  if (standing === 'in_review') {
    return (
      <Banner tone="warn" title={<Trans>The manufacturer is reviewing this certificate</Trans>}>
        <Trans>It is real, and its customer can show it meanwhile.</Trans>
      </Banner>
    );
  }
  if (standing === 'rejected') {
    return (
      <Banner tone="bad" title={<Trans>The manufacturer has withdrawn this certificate</Trans>}>
        <Trans>Whoever looks up its number is told so. Support can say why.</Trans>
      </Banner>
    );
  }
  return (
    <Banner tone="info" title={<Trans>This certificate is not valid any more</Trans>}>
      <Trans>Whoever looks up its number is told so.</Trans>
    </Banner>
  );
}
