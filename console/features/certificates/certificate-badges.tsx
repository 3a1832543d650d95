import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CertificateVerdict, ListedCertificate } from '#schemas/operator/certificate-calls.ts';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';

const verdicts = {
  valid: msg({ message: 'Valid', context: 'certificate' }),
  in_review: msg({ message: 'In review', context: 'certificate' }),
  rejected: msg({ message: 'Rejected', context: 'certificate' }),
} as const;
const tones: Readonly<Record<CertificateVerdict, Tone>> = {
  valid: 'good',
  in_review: 'warn',
  rejected: 'bad',
};

export const verdictText = (i18n: I18n, verdict: CertificateVerdict): string =>
  i18n._(verdicts[verdict]);

/** The verdict, and a badge if the certificate has expired. */
export function CertificateBadges({
  certificate: { verdict, is_expired: isExpired },
}: {
  readonly certificate: Pick<ListedCertificate, 'verdict' | 'is_expired'>;
}) {
  const { i18n } = useLingui();
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={tones[verdict]}>{verdictText(i18n, verdict)}</Badge>
      {isExpired && (
        <Badge tone="neutral">
          <Trans context="certificate">Expired</Trans>
        </Badge>
      )}
    </span>
  );
}
