import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Page } from '#src/ui/layout/page.tsx';

/** Texts by source, for the sites that send users back. Any other source gets the default text. */
const messages: Readonly<Record<string, { heading: ReactNode; description: ReactNode }>> = {
  survey: {
    heading: <Trans>Thank you for your answers</Trans>,
    description: (
      <Trans>Your answers have been sent. You can close this window and return to the app.</Trans>
    ),
  },
};
const defaultMessage = {
  heading: <Trans>All done</Trans>,
  description: <Trans>You can close this window and return to the app.</Trans>,
};

interface ClosePageProps {
  /** The URL's `source` parameter. */
  source: string | undefined;
  /** Called if the browser doesn't close the window; continues in the app. */
  onStay: () => void;
}

/** The page that other sites send users back to (spec 1 §2). */
export function ClosePage({ source, onStay }: ClosePageProps) {
  const { t } = useLingui();
  const isKnown = source !== undefined && Object.hasOwn(messages, source);
  const { heading, description } = (isKnown && messages[source]) || defaultMessage;
  usePageTitle(t({ context: 'finished', message: 'Done' }));

  const close = () => {
    window.close();
    // Browsers only close windows that the app itself opened.
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
        {description}
      </EmptyState>
    </Page>
  );
}
