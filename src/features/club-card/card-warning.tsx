import { Trans } from '@lingui/react/macro';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import type { CardStanding } from '#schemas/card-standing.ts';

/** What keeps a card from being used (spec 2 §4); nothing where it can be. */
export function CardWarning({ standing }: { standing: CardStanding }) {
  if (standing === 'issued') {
    return (
      <Banner tone="info" live="polite" title={<Trans>Activate your card</Trans>}>
        <Trans>
          The card is registered with your company. Activate it in the app of the card’s provider;
          the letter that came with it says how.
        </Trans>
      </Banner>
    );
  }
  if (standing !== 'inactive') return null;
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
