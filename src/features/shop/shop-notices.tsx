import { Trans } from '@lingui/react/macro';
import { ChevronRight, CreditCard } from 'lucide-react';
import { ownsTheirEmail } from '#schemas/person-rules.ts';
import { useMaySee } from '#src/data/account/use-permission.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Banner } from '#src/ui/banner.tsx';
import { CardLink } from '#src/ui/card.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';

/** What stands above the products: an e-mail address to verify, and the club card (spec 2 §2). */
export function ShopNotices() {
  return (
    <div className="space-y-3 empty:hidden">
      <UnverifiedEmail />
      <ClubCardPromotion />
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
    <CardLink tone="brand" {...linkTo(paths.shopClubCard())}>
      <span className="flex items-center gap-4">
        <CreditCard className="size-10 shrink-0 text-brand-strong" />
        <span className="min-w-0 flex-1">
          <span className="block text-title leading-snug font-bold break-long">
            <Trans>The club card</Trans>
          </span>
          <span className="block text-small text-ink-soft break-long">
            <Trans>A prepaid card that you top up with your points.</Trans>
          </span>
        </span>
        <ChevronRight className="size-5 shrink-0 text-ink-soft rtl:-scale-x-100" />
      </span>
    </CardLink>
  );
}
