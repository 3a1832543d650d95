import { Trans } from '@lingui/react/macro';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import type { ClubCardState } from '#schemas/card-status.ts';

/** Explains why the card can't be used (spec 2 §4); null for an active card. */
export function CardWarning({ status }: { status: ClubCardState }) {
  if (status === 'issued') {
    return (
      <Banner tone="info" live="polite" title={<Trans>Activate your card</Trans>}>
        <Trans>
          The card is registered with your company. Activate it in the app of the card’s provider;
          the letter that came with it says how.
        </Trans>
      </Banner>
    );
  }
  if (status !== 'inactive') return null;
  return (
    <Banner
      tone="warn"
      live="polite"
      title={<Trans>Your card is not active</Trans>}
      action={
        <>
          <LinkButton variant="secondary" {...linkTo(paths.supportChatNew())}>
            <Trans>Write to support</Trans>
          </LinkButton>
          <LinkButton variant="quiet" {...linkTo(paths.clubCardVerify())}>
            <Trans>Register another card</Trans>
          </LinkButton>
        </>
      }
    >
      <Trans>Points can’t be moved onto it. Support can tell you why.</Trans>
    </Banner>
  );
}
