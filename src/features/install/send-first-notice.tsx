import { Trans } from '@lingui/react/macro';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';

/** Asks for unsent work to be sent before anything is installed: the installed app would not have it (iOS). */
export function SendFirstNotice() {
  return (
    <Banner
      tone="warn"
      title={<Trans>Send your work before you install the app</Trans>}
      action={
        <LinkButton variant="secondary" {...linkTo(paths.scanOffline())}>
          <Trans>Unsent work</Trans>
        </LinkButton>
      }
    >
      <Trans>
        The app on your home screen has its own storage, so what is not sent yet stays here. Safari
        deletes it after 7 days without a visit.
      </Trans>
    </Banner>
  );
}
