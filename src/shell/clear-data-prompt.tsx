import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { UnsentCounts } from '#sync/outbox/counts.ts';
import { useUnsentText } from '#src/data/sync/unsent-work.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';

interface ClearDataPromptProps {
  /** Unsent work that would be lost; null if it can't be read. */
  counts: UnsentCounts | null;
  onCancel: () => void;
  onClear: () => Promise<void>;
}

/** Confirmation before clearing the device; lists the work that would be lost (F28). */
export function ClearDataPrompt({ counts, onCancel, onClear }: ClearDataPromptProps) {
  const describeUnsent = useUnsentText();
  const [busy, setBusy] = useState(false);
  const unsentItems = counts ? describeUnsent(counts) : [];
  const clear = () => {
    setBusy(true);
    void onClear();
  };
  return (
    <div className="mx-auto mt-4 max-w-88">
      <Banner
        tone={unsentItems.length > 0 || counts === null ? 'bad' : 'warn'}
        live="assertive"
        title={
          unsentItems.length > 0 ? (
            <Trans>This will be permanently lost</Trans>
          ) : (
            <Trans>Clear everything from this phone?</Trans>
          )
        }
        action={
          <>
            <Button variant="danger" busy={busy} onClick={clear}>
              {unsentItems.length > 0 ? (
                <Trans>Discard and restart</Trans>
              ) : (
                <Trans>Clear and restart</Trans>
              )}
            </Button>
            <Button variant="secondary" onClick={onCancel}>
              <Trans>Keep it</Trans>
            </Button>
          </>
        }
      >
        {unsentItems.length > 0 && (
          <ul className="list-disc ps-5">
            {unsentItems.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {counts === null && (
          <p>
            <Trans>
              We can’t read this phone’s storage. Any work you haven’t sent will be lost.
            </Trans>
          </p>
        )}
        {counts !== null && unsentItems.length === 0 && (
          <p>
            <Trans>Everything has been sent. You’ll need to sign in again.</Trans>
          </p>
        )}
      </Banner>
    </div>
  );
}
