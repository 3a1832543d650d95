import { Trans } from '@lingui/react/macro';
import { ChevronRight, CreditCard, Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { ownsTheirEmail } from '#schemas/person-rules.ts';
import { useMaySee } from '#src/data/account/use-permission.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { materialProducts } from '#src/features/marketing/queries.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Banner } from '#src/ui/banner.tsx';
import { CardLink } from '#src/ui/card.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';

/** What stands above the products: an e-mail address to verify, the club card, and what is made to measure (spec 2 §2). */
export function ShopNotices() {
  return (
    <div className="space-y-3 empty:hidden">
      <UnverifiedEmail />
      <ClubCardPromotion />
      <MarketingPromotion />
    </div>
  );
}

/** A prompt and no more (spec 2 §2): the server takes an order without it. */
function UnverifiedEmail() {
  const self = useSingleton('self');
  if (!self || self.verified_email_at !== null || !ownsTheirEmail(self.role.id)) return null;
  return (
    <Banner
      tone="warn"
      title={<Trans>Verify your e-mail address</Trans>}
      action={
        <LinkButton variant="secondary" {...linkTo(paths.verifyEmail())}>
          <Trans>Verify it</Trans>
        </LinkButton>
      }
    >
      <Trans>
        Your orders are confirmed there. You can order without it, but a mistake in it would go
        unnoticed.
      </Trans>
    </Banner>
  );
}

/** Only where the company may have a card, and has none yet. */
function ClubCardPromotion() {
  const maySee = useMaySee();
  const company = useSingleton('self')?.company;
  if (!company || company.edenred_card !== null || !maySee(paths.shopClubCard())) return null;
  return (
    <Promotion
      path={paths.shopClubCard()}
      icon={<CreditCard />}
      title={<Trans>The club card</Trans>}
      text={<Trans>A prepaid card that you top up with your points.</Trans>}
    />
  );
}

/** What is printed for a company is chosen on screens of its own; only where there is any. */
function MarketingPromotion() {
  const products = useLiveQuery(materialProducts, []);
  const maySee = useMaySee();
  if (!products || products.length === 0 || !maySee(paths.marketing())) return null;
  return (
    <Promotion
      path={paths.marketing()}
      icon={<Megaphone />}
      title={<Trans>Marketing material</Trans>}
      text={<Trans>Cards, flyers and banners with your name on them.</Trans>}
    />
  );
}

interface PromotionProps {
  path: string;
  icon: ReactNode;
  title: ReactNode;
  text: ReactNode;
}

function Promotion({ path, icon, title, text }: PromotionProps) {
  return (
    <CardLink tone="brand" {...linkTo(path)}>
      <span className="flex items-center gap-4">
        <span className="shrink-0 text-brand-strong [&_svg]:size-10">{icon}</span>
        <span className="min-w-0 flex-1">
          <span className="block text-title leading-snug font-bold break-long">{title}</span>
          <span className="block text-small text-ink-soft break-long">{text}</span>
        </span>
        <ChevronRight className="size-5 shrink-0 text-ink-soft rtl:-scale-x-100" />
      </span>
    </CardLink>
  );
}
