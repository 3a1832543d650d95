import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { useGo } from '#src/app/use-go.ts';
import type { CardState } from '#sync/singletons/singletons.ts';
import { CardFace } from './card-face.tsx';
import { CardUnavailable } from './card-unavailable.tsx';
import { CardHelp } from './card-help.tsx';
import { clubCardState, type ClubCardState } from '#schemas/card-status.ts';
import { CardWarning } from './card-warning.tsx';
import { TopUps } from './top-ups.tsx';
import { useCard } from './use-card.ts';

/** `/club-card`: the card, its top-ups and help (spec 2 §2 "Club card"). */
export function CardScreen() {
  const { t } = useLingui();
  const { state, online, fetching } = useCard();
  const go = useGo();
  const isMissing = state !== undefined && clubCardState(state.card) === 'none';
  usePageTitle(t`Club card`);
  useEffect(() => {
    if (isMissing) go(paths.clubCardVerify(), { replace: true });
  }, [isMissing, go]);
  if (!state || isMissing) {
    return (
      <CardUnavailable title={t`Club card`} online={online || isMissing} fetching={fetching} />
    );
  }
  return <ShownCard state={state} online={online} />;
}

function ShownCard({ state, online }: { state: CardState; online: boolean }) {
  const status = clubCardState(state.card);
  const go = useGo();
  const reason = useNoTopUpReason(status, online);
  return (
    <Page
      title={<Trans>Club card</Trans>}
      footer={
        <Button
          fullWidth
          icon={<Plus />}
          disabledReason={reason}
          onClick={() => go(paths.clubCardTransfer())}
        >
          <Trans>Top up the card</Trans>
        </Button>
      }
    >
      <div className="space-y-7">
        <div className="space-y-3">
          <CardFace number={state.card.edenred_card ?? ''} status={status} />
          <CardWarning status={status} />
        </div>
        <TopUps topUps={state.topUps} />
        <CardHelp />
      </div>
    </Page>
  );
}

/** Reason why the card can't be topped up now; undefined if it can. */
function useNoTopUpReason(status: ClubCardState, online: boolean): string | undefined {
  const { t } = useLingui();
  if (status === 'issued') return t`Activate the card first. Then you can move points onto it.`;
  if (status !== 'active') return t`The card is not active, so points can't be moved onto it.`;
  return online ? undefined : t`You are offline. Points are moved onto the card online.`;
}
