import { Trans } from '@lingui/react/macro';
import { LockKeyhole } from 'lucide-react';
import { useIsSessionOver } from '#src/data/account/use-session.ts';
import { useIsFormTouched } from '#src/data/drafts/use-touched.ts';
import { paths } from '#src/app/paths.ts';
import { NoticeStrip } from '#src/ui/layout/strip.tsx';

export interface HeldStripProps {
  /** Whether the screen is not for this person any more. */
  isForbidden: boolean;
}

/**
 * Says what has ended while somebody fills in something, which the screen is kept for. The sign-in opens beside it:
 * with the same person there, everything goes on here.
 */
export function HeldStrip({ isForbidden }: HeldStripProps) {
  const isOver = useIsSessionOver();
  const isTouched = useIsFormTouched();
  if (!isTouched || !(isOver || isForbidden)) return null;
  return (
    <div role="status" className="ps-(--rail-inline)">
      <NoticeStrip>
        <LockKeyhole aria-hidden="true" />
        <span>
          {isOver ? (
            <Trans>Your session has ended</Trans>
          ) : (
            <Trans>This is not available to your account</Trans>
          )}
          {' · '}
          <Trans>What you have entered stays here.</Trans>{' '}
          {isOver && (
            <a
              href={paths.login()}
              target="_blank"
              rel="noreferrer"
              className="font-semibold underline"
            >
              <Trans>Sign in again</Trans>
            </a>
          )}
        </span>
      </NoticeStrip>
    </div>
  );
}
