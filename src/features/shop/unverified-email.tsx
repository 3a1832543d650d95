import { Trans } from '@lingui/react/macro';
import { ownsTheirEmail } from '#schemas/person-rules.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';

/** Only a prompt (spec 2 §2): the server accepts orders without a verified address. */
export function UnverifiedEmail() {
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
