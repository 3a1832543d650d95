import { Trans, useLingui } from '@lingui/react/macro';
import { CreditCard } from 'lucide-react';
import { brand } from '#src/brand.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import type { CardStanding } from '#schemas/card-standing.ts';
import { groupedSerial } from './serial-digits.ts';

interface CardFaceProps {
  /** Its serial number. */
  number: string;
  standing: CardStanding;
}

/** The card as it lies in the hand: whose it is, its number, and whether it can be used. */
export function CardFace({ number, standing }: CardFaceProps) {
  const { t } = useLingui();
  return (
    <section
      aria-label={t`Your club card`}
      className="flex max-w-96 flex-col justify-between gap-8 rounded-sheet bg-brand p-5 text-brand-ink min-[25rem]:aspect-[1.586] sunlight:border-4 sunlight:border-ink"
    >
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 text-title font-bold break-long">{brand.name}</p>
        <CreditCard aria-hidden="true" className="size-8 shrink-0" />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <p className="min-w-0">
          <span className="block text-small">
            <Trans>Card number</Trans>
          </span>
          <span className="block text-title font-semibold tracking-wide tnum break-long">
            {groupedSerial(number)}
          </span>
        </p>
        <StandingBadge standing={standing} />
      </div>
    </section>
  );
}

const tones: Record<CardStanding, Tone> = {
  none: 'neutral',
  issued: 'info',
  active: 'good',
  inactive: 'warn',
};

function StandingBadge({ standing }: Pick<CardFaceProps, 'standing'>) {
  const { t } = useLingui();
  const words: Record<CardStanding, string> = {
    none: t({ context: 'club card', message: 'Not registered' }),
    issued: t({ context: 'club card', message: 'To be activated' }),
    active: t({ context: 'club card', message: 'Active' }),
    inactive: t({ context: 'club card', message: 'Not active' }),
  };
  return <Badge tone={tones[standing]}>{words[standing]}</Badge>;
}
