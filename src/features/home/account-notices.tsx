import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ownsTheirEmail } from '#schemas/person-rules.ts';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { useServerNow } from '#src/data/requests/use-call.ts';
import { useMaySee } from '#src/data/account/use-permission.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { ExpiryHelp } from './expiry-help.tsx';
import { warnsOfExpiry } from './expiring-points.ts';

/** What the person should do about their account, where there is something (spec 1 §2 "Home"). */
export function AccountNotices() {
  return (
    <div className="space-y-3 empty:hidden">
      <ExpiringPoints />
      <UnverifiedEmail />
      <MissingCard />
    </div>
  );
}

function ExpiringPoints() {
  const self = useSingleton('self');
  const points = useSingleton('points');
  const serverNow = useServerNow();
  const [now] = useState(serverNow);
  const hasShop = useMaySee()(paths.shop());
  const toExpire = points?.points.to_expire ?? 0;
  if (!self || !warnsOfExpiry(toExpire, self.options, now)) return null;
  return (
    <Banner
      tone="warn"
      title={
        <Plural
          value={toExpire}
          one="# point expires at the end of the year"
          other="# points expire at the end of the year"
        />
      }
      action={
        <>
          {hasShop ? (
            <LinkButton variant="secondary" {...linkTo(paths.shop())}>
              <Trans>To the shop</Trans>
            </LinkButton>
          ) : (
            <LinkButton variant="secondary" {...linkTo(paths.supportChatNew())}>
              <Trans>Write to support</Trans>
            </LinkButton>
          )}
          <SeenButton />
        </>
      }
    >
      <ExpiryHelp hasShop={hasShop} />
    </Banner>
  );
}

/** Keeps with the account that the warning was seen: it goes at once, and then stays away on every device. */
function SeenButton() {
  const { singletons } = useAccount();
  const serverNow = useServerNow();
  const wordsFor = useErrorWords();
  const keepSeen = () => {
    const expPtsSeen = new Date(serverNow()).toISOString();
    singletons
      .noteOptions(JSON.stringify({ expPtsSeen }))
      .catch((error: unknown) => showToast({ message: wordsFor(error), tone: 'bad' }));
  };
  return (
    <Button variant="quiet" onClick={keepSeen}>
      <Trans>Got it</Trans>
    </Button>
  );
}

function UnverifiedEmail() {
  const self = useSingleton('self');
  const maySee = useMaySee();
  if (!self || !ownsTheirEmail(self.role.id) || !maySee(paths.verifyEmail())) return null;
  if (self.pending_email) return <NewEmail email={self.pending_email} />;
  if (self.email === null || self.verified_email_at !== null) return null;
  return (
    <Banner
      tone="info"
      title={<Trans>Verify your e-mail address</Trans>}
      action={
        <LinkButton variant="secondary" {...linkTo(paths.verifyEmail())}>
          <Trans>Verify it</Trans>
        </LinkButton>
      }
    >
      <Trans>We send a code to {self.email}.</Trans>
    </Banner>
  );
}

/** Another address was wanted, and its code was not entered yet. */
function NewEmail({ email }: { email: string }) {
  return (
    <Banner
      tone="info"
      title={<Trans>Your new e-mail address</Trans>}
      action={
        <LinkButton variant="secondary" {...linkTo(paths.verifyEmail())}>
          <Trans>Enter the code</Trans>
        </LinkButton>
      }
    >
      <Trans>{email} waits for its code.</Trans>
    </Banner>
  );
}

/** While the company has no card: the one that is on its way, or how to come by one. */
function MissingCard() {
  const self = useSingleton('self');
  const card = useSingleton('clubCard')?.card;
  const maySee = useMaySee();
  if (!self || !card || self.company.edenred_card !== null) return null;
  if (!maySee(paths.clubCard())) return null;
  const isPending = card.pending_edenred_card === 1;
  return (
    <Banner
      tone="info"
      title={
        isPending ? (
          <Trans>Your club card is on its way</Trans>
        ) : (
          <Trans>A club card for your points</Trans>
        )
      }
      action={
        <>
          <LinkButton variant="secondary" {...linkTo(paths.clubCard())}>
            <Trans>Register it</Trans>
          </LinkButton>
          {!isPending && maySee(paths.shop()) && (
            <LinkButton variant="quiet" {...linkTo(paths.shop())}>
              <Trans>To the shop</Trans>
            </LinkButton>
          )}
        </>
      }
    >
      {isPending ? (
        <Trans>Register its number as soon as you have it, and move your points onto it.</Trans>
      ) : (
        <Trans>Order one in the shop, or register the one that you have.</Trans>
      )}
    </Banner>
  );
}
