import { Trans, useLingui } from '@lingui/react/macro';
import { brand } from '#brand';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';
import type { ClubCardState } from '#schemas/card-status.ts';
import { formatSerial } from './serial-digits.ts';

interface CardFaceProps {
  /** Serial number. */
  number: string;
  status: ClubCardState;
}

/** Picture of the card with club name, number and status. */
export function CardFace({ number, status }: CardFaceProps) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Your club card`} className="card-face">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 font-display text-title font-semibold break-long">{brand.name}</p>
        <StatusBadge status={status} />
      </div>
      <p className="min-w-0">
        <span className="block text-small opacity-80">
          <Trans>Card number</Trans>
        </span>
        <span className="block font-display text-heading font-semibold tracking-wide tnum break-long">
          {formatSerial(number)}
        </span>
      </p>
    </section>
  );
}

const tones: Record<ClubCardState, Tone> = {
  none: 'neutral',
  issued: 'info',
  active: 'good',
  inactive: 'warn',
};

function StatusBadge({ status }: Pick<CardFaceProps, 'status'>) {
  const { t } = useLingui();
  const labels: Record<ClubCardState, string> = {
    none: t({ context: 'club card', message: 'Not registered' }),
    issued: t({ context: 'club card', message: 'To be activated' }),
    active: t({ context: 'club card', message: 'Active' }),
    inactive: t({ context: 'club card', message: 'Not active' }),
  };
  return <Badge tone={tones[status]}>{labels[status]}</Badge>;
}
