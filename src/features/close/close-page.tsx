import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Page } from '#src/ui/layout/page.tsx';

/**
 * What is said to people who come back from each of the sites that are known to send them. What else the
 * address names is nobody's word, and is not shown.
 */
const said: Readonly<Record<string, { heading: ReactNode; about: ReactNode }>> = {
  survey: {
    heading: <Trans>Thank you for your answers</Trans>,
    about: <Trans>They have been sent. You can close this window and go on in the app.</Trans>,
  },
};
const saidToAll = {
  heading: <Trans>That is all</Trans>,
  about: <Trans>You can close this window and go on in the app.</Trans>,
};

interface ClosePageProps {
  /** What the address says of where they come from. */
  source: string | undefined;
  /** Where the browser does not close the window: on in the app. */
  onStay: () => void;
}

/** Where another site sends people back to when they are done there (spec 1 §2). */
export function ClosePage({ source, onStay }: ClosePageProps) {
  const { t } = useLingui();
  const isKnown = source !== undefined && Object.hasOwn(said, source);
  const { heading, about } = (isKnown && said[source]) || saidToAll;
  usePageTitle(t({ context: 'finished', message: 'Done' }));

  const close = () => {
    window.close();
    // A browser closes only what the app itself has opened; otherwise the app is here to go on in.
    if (!window.closed) onStay();
  };
  return (
    <Page title={<Trans context="finished">Done</Trans>} titleHidden width="wide">
      <EmptyState
        drawing="all-sent"
        title={heading}
        action={
          <div data-main-action>
            <Button onClick={close}>
              <Trans>Close this window</Trans>
            </Button>
          </div>
        }
      >
        {about}
      </EmptyState>
    </Page>
  );
}
