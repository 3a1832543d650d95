import { Trans, useLingui, Plural } from '@lingui/react/macro';
import { Plus, CalendarClock, LifeBuoy, Smartphone } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { brand } from '#brand';
import { clubCardState, type ClubCardState } from '#schemas/card-status.ts';
import { TOP_UP_WORKING_DAYS } from '#schemas/club-card.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { Button } from '#src/ui/button.tsx';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { TextLink } from '#src/ui/links.tsx';
import type { CardState } from '#sync/singletons/singleton-values.ts';
import { CardUnavailable, useCard } from './card-unavailable.tsx';
import { formatSerial } from './serial-digits.ts';
import { TopUps } from './top-ups.tsx';

/** `/club-card`: the card, its top-ups and help (spec 2 §2 "Club card"). */
export function CardScreen() {
  const { t } = useLingui();
  const { state, online, request } = useCard();
  const go = useGo();
  const hasNoCard = state !== undefined && clubCardState(state.card) === 'none';
  usePageTitle(t`Club card`);
  useEffect(() => {
    if (hasNoCard) go(paths.clubCardVerify(), { replace: true });
  }, [hasNoCard, go]);
  if (!state || hasNoCard) {
    return <CardUnavailable title={t`Club card`} online={online || hasNoCard} request={request} />;
  }
  return <CardContent state={state} online={online} />;
}

function CardContent({ state, online }: { state: CardState; online: boolean }) {
  const status = clubCardState(state.card);
  const go = useGo();
  const reason = useTopUpDisabledReason(status, online);
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
          <Trans>Top up card</Trans>
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
function useTopUpDisabledReason(status: ClubCardState, online: boolean): string | undefined {
  const { t } = useLingui();
  if (status === 'issued') return t`Activate the card first. Then you can top it up.`;
  if (status !== 'active') return t`The card isn’t active, so you can’t top it up.`;
  return online ? undefined : t`You’re offline. Connect to top up the card.`;
}

interface CardFaceProps {
  /** Serial number. */
  number: string;
  status: ClubCardState;
}

/** Image of the card with club name, number and status. */
function CardFace({ number, status }: CardFaceProps) {
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

const statusTones: Record<ClubCardState, Tone> = {
  none: 'neutral',
  issued: 'info',
  active: 'good',
  inactive: 'warn',
};

function StatusBadge({ status }: Pick<CardFaceProps, 'status'>) {
  const { t } = useLingui();
  const labels: Record<ClubCardState, string> = {
    none: t({ context: 'club card', message: 'Not registered' }),
    issued: t({ context: 'club card', message: 'Not activated yet' }),
    active: t({ context: 'club card', message: 'Active' }),
    inactive: t({ context: 'club card', message: 'Not active' }),
  };
  return <Badge tone={statusTones[status]}>{labels[status]}</Badge>;
}

/** Explains why the card can't be used (spec 2 §4); null for an active card. */
function CardWarning({ status }: { status: ClubCardState }) {
  if (status === 'issued') {
    return (
      <Banner tone="info" live="polite" title={<Trans>Activate your card</Trans>}>
        <Trans>
          Your card is registered. Activate it in the provider’s app. The letter that came with it
          explains how.
        </Trans>
      </Banner>
    );
  }
  if (status !== 'inactive') return null;
  return (
    <Banner
      tone="warn"
      live="polite"
      title={<Trans>Your card isn’t active</Trans>}
      action={
        <>
          <LinkButton variant="secondary" {...linkTo(paths.supportChatNew())}>
            <Trans>Contact support</Trans>
          </LinkButton>
          <LinkButton variant="quiet" {...linkTo(paths.clubCardVerify())}>
            <Trans>Register another card</Trans>
          </LinkButton>
        </>
      }
    >
      <Trans>You can’t top it up. Contact support to find out why.</Trans>
    </Banner>
  );
}

/** Explains how to activate the card, how long a top-up takes, and what to do about a lost card. */
function CardHelp() {
  return (
    <Section title={<Trans>Good to know</Trans>}>
      <List>
        <HelpRow icon={<Smartphone />} title={<Trans>Activate your card</Trans>}>
          <Trans>
            Activate a new card in the provider’s app. You can also see its balance and payments
            there.
          </Trans>
        </HelpRow>
        <HelpRow
          icon={<CalendarClock />}
          title={
            <Plural
              value={TOP_UP_WORKING_DAYS}
              one="Within # working day"
              other="Within # working days"
            />
          }
        >
          <Trans>
            Top-ups rarely take longer. Your points are reserved until then. If a top-up is
            rejected, you get them back.
          </Trans>
        </HelpRow>
        <HelpRow
          icon={<LifeBuoy />}
          title={<Trans>Lost or broken?</Trans>}
          below={
            <div className="-mt-2 ps-[calc(0.875rem+56px)]">
              <TextLink {...linkTo(paths.supportChatNew())}>
                <Trans>Contact support</Trans>
              </TextLink>
            </div>
          }
        >
          <Trans>Block it in the provider’s app, then contact us for a new one.</Trans>
        </HelpRow>
      </List>
    </Section>
  );
}

interface HelpRowProps {
  icon: ReactNode;
  title: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}

function HelpRow({ icon, title, children, below }: HelpRowProps) {
  return (
    <ListRow
      thumbnail={<IconTile tone="info" icon={icon} />}
      title={title}
      meta={children}
      below={below}
    />
  );
}
