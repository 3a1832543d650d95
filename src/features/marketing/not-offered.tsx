import { Trans } from '@lingui/react/macro';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';

/** Shown in countries whose language can't be printed. */
export function NotOffered() {
  return (
    <EmptyState
      drawing="empty-orders"
      title={<Trans>Not available in your country</Trans>}
      action={
        <>
          <LinkButton {...linkTo(paths.shop())}>
            <Trans>Go to shop</Trans>
          </LinkButton>
          <LinkButton variant="secondary" {...linkTo(paths.supportChats())}>
            <Trans>Contact support</Trans>
          </LinkButton>
        </>
      }
    >
      <Trans>We can’t print marketing material in your country’s language yet.</Trans>
    </EmptyState>
  );
}
