import { useLingui } from '@lingui/react/macro';
import { CalendarX, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { type CertificateStatus, certificateStatusOn } from '#schemas/warranty-certificate.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';

/** A certificate's status (spec 2 §3). */
export function CertificateBadge({ certificate }: { certificate: CertificateDocument }) {
  const { t } = useLingui();
  const today = useToday();
  const looks: Record<CertificateStatus, { tone: Tone; words: string; icon?: ReactNode }> = {
    valid: { tone: 'good', words: t({ context: 'certificate', message: 'Valid' }) },
    expired: {
      tone: 'neutral',
      words: t({ context: 'certificate', message: 'Expired' }),
      icon: <CalendarX />,
    },
    in_review: {
      tone: 'warn',
      words: t({ context: 'certificate', message: 'In review' }),
      icon: <Clock />,
    },
    rejected: { tone: 'bad', words: t({ context: 'certificate', message: 'Rejected' }) },
  };
  const { tone, words, icon } = looks[certificateStatusOn(certificate, today)];
  return (
    <Badge tone={tone} icon={icon}>
      {words}
    </Badge>
  );
}
