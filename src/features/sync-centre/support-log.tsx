import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, Download, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useSupportLog } from '#src/data/sync/use-retry-history.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';

/** Sync log for support: view, copy, save. */
export function SupportLogSection() {
  const { t } = useLingui();
  const log = useSupportLog();
  const copy = useCopyToClipboard();
  const [visibleLog, setVisibleLog] = useState<string | null>(null);

  const withText = (action: (text: string) => unknown) => {
    const showFailure = () =>
      showToast({
        tone: 'bad',
        subject: 'log',
        message: t`The log can’t be created right now.`,
      });
    log.text().then(action).catch(showFailure);
  };
  return (
    <Section title={t`Log for support`}>
      <Card>
        <p className="text-ink-soft">
          <Trans>
            A technical log of what was sent and when. It contains no names, addresses, serial
            numbers or photos.
          </Trans>
        </p>
        <div className="mt-4 flex flex-col gap-2">
          <Button
            variant="secondary"
            icon={visibleLog === null ? <Eye /> : <EyeOff />}
            aria-expanded={visibleLog !== null}
            onClick={() => (visibleLog === null ? withText(setVisibleLog) : setVisibleLog(null))}
          >
            {visibleLog === null ? <Trans>Show log</Trans> : <Trans>Hide log</Trans>}
          </Button>
          <Button
            variant="secondary"
            icon={<Copy />}
            onClick={() => withText((text) => copy(text))}
          >
            <Trans>Copy log</Trans>
          </Button>
          <Button variant="secondary" icon={<Download />} onClick={() => withText(log.save)}>
            <Trans>Save log</Trans>
          </Button>
        </div>
        {visibleLog !== null && (
          <pre
            // Scrollable content must be focusable.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            role="region"
            aria-label={t`Log`}
            className="mt-4 max-h-96 overflow-auto rounded-control bg-surface-sunken p-3 text-caption whitespace-pre-wrap break-long"
          >
            {visibleLog}
          </pre>
        )}
      </Card>
    </Section>
  );
}
