import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { SmallActionButton } from '#console/parts/action-button.tsx';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { Keys } from '#console/parts/palette/palette.tsx';
import { usePaletteActions } from '#console/parts/palette/palette-actions.ts';
import { useShortcuts } from '#console/parts/shortcuts.ts';
import { useQueueWork, type QueueWork } from './record-queue.ts';

interface QueueBarProps {
  /** True if the bar is in a side sheet. Its keys must then also work while that sheet, which is a dialog, is open. */
  readonly isInSheet?: boolean;
}

/**
 * Shows the position in the queue, with buttons and keys for the next and previous record. Renders nothing outside a
 * queue.
 */
export function QueueBar({ isInSheet = false }: QueueBarProps) {
  const work = useQueueWork();
  return work && <WorkBar work={work} isInSheet={isInSheet} />;
}

function WorkBar({ work, isInSheet }: { work: QueueWork; isInSheet: boolean }) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focused element was removed together with the previous record.
    if (document.activeElement === document.body) bar.current?.focus();
  }, [work.position]);
  const { position, count } = work;
  useShortcuts({ j: work.openNext, k: work.openPrevious }, { isInSheet });
  usePaletteActions([
    { id: 'queue-next', keys: 'j', title: t`Next record in the queue`, run: work.openNext },
    {
      id: 'queue-previous',
      keys: 'k',
      title: t`Previous record in the queue`,
      run: work.openPrevious,
    },
  ]);
  const buttonClass = `${toolButtonClass} bg-surface-raised card-rise`;
  return (
    <div ref={bar} tabIndex={-1} role="toolbar" aria-label={t`Queue`} className="outline-none">
      <div className="flex flex-wrap items-center gap-2">
        <SmallActionButton
          className={buttonClass}
          aria-keyshortcuts="k"
          isBusy={work.isBusy || position === null || position === 1}
          onClick={work.openPrevious}
        >
          <ChevronLeft />
          <Trans context="record">Previous</Trans> <Keys isHidden>k</Keys>
        </SmallActionButton>
        <SmallActionButton
          className={buttonClass}
          aria-keyshortcuts="j"
          isBusy={work.isBusy}
          onClick={work.openNext}
        >
          <Trans context="record">Next</Trans> <Keys isHidden>j</Keys>
          <ChevronRight />
        </SmallActionButton>
        <p role="status" className="text-small text-ink-soft tnum">
          {position !== null && (
            <Trans>
              {position} of {count}. Your claims last ten minutes.
            </Trans>
          )}
        </p>
      </div>
      <ErrorBlock messages={work.error ? [errorText(work.error)] : []} />
    </div>
  );
}
