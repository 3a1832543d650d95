import { Trans, useLingui } from '@lingui/react/macro';
import type { TopUp } from '#schemas/club-card.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { useMoney } from './use-money.ts';

interface FailedTopUpSheetProps {
  /** Null while the sheet is closed. */
  topUp: TopUp | null;
  onClose: () => void;
}

/** Explains a rejected top-up: the points are back, and the reason comes by e-mail (spec 2 §8). */
export function FailedTopUpSheet({ topUp, onClose }: FailedTopUpSheetProps) {
  const { t } = useLingui();
  const format = useFormat();
  const money = useMoney();
  // Keeps its content during the closing animation.
  const shown = useLastDefined(topUp ?? undefined);
  return (
    <Sheet
      isOpen={topUp !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={<Trans>The top-up was rejected</Trans>}
      description={
        <Trans>
          Its points are back in your balance. Check your mailbox: an e-mail tells you the reason.
        </Trans>
      }
      closeLabel={t`Close`}
      footer={
        <>
          <Button fullWidth onClick={onClose}>
            <Trans>Got it</Trans>
          </Button>
          <LinkButton variant="secondary" fullWidth {...linkTo(paths.supportChatNew())}>
            <Trans>Write to support</Trans>
          </LinkButton>
        </>
      }
    >
      {shown && (
        <p className="text-ink-soft tnum break-long">
          {money(shown.amount.local)} · {format.points(shown.amount.points)} ·{' '}
          {format.date(shown.dateTime)}
        </p>
      )}
    </Sheet>
  );
}
