import { Trans } from '@lingui/react/macro';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { certificateStatusOn } from '#schemas/warranty-certificate.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';

/** Explains why a certificate isn't valid or not yet; nothing if it is. */
export function CertificateNotice({ certificate }: { certificate: CertificateDocument }) {
  const status = certificateStatusOn(certificate, useToday());
  if (status === 'valid') return null;
  if (status === 'in_review') {
    return (
      <Banner tone="warn" title={<Trans>The manufacturer is reviewing this certificate</Trans>}>
        <Trans>It is real, and its customer can show it meanwhile.</Trans>
      </Banner>
    );
  }
  if (status === 'rejected') {
    return (
      <Banner
        tone="bad"
        title={<Trans>The manufacturer has withdrawn this certificate</Trans>}
        action={
          <LinkButton
            variant="secondary"
            {...linkTo(paths.supportChatNew({ project: certificate.project_uuid }))}
          >
            <Trans>Write to support</Trans>
          </LinkButton>
        }
      >
        <Trans>Everyone who looks up its number sees this. Support can say why.</Trans>
      </Banner>
    );
  }
  return (
    <Banner tone="info" title={<Trans>This certificate is not valid any more</Trans>}>
      <Trans>Everyone who looks up its number sees this.</Trans>
    </Banner>
  );
}
