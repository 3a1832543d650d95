import { Trans } from '@lingui/react/macro';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';

/** Asks to send unsent work before installing: on iOS the installed app has its own storage. */
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
