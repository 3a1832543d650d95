import { Trans } from '@lingui/react/macro';
import { Check, CircleSlash, CopyCheck } from 'lucide-react';
import { useCodeStateText, useListCountText } from './use-outcome-text.ts';
import { isBriefOutcome, useExpiring } from './capture-outcome.ts';
import type { CaptureOutcome } from './use-capture.ts';

/** Short, because the next label may follow at once. */
const WORD_MS = 1200;

/** Brief outcome below the viewfinder. Screen readers get the full sentence from CaptureNotice. */
export function CaptureToast({ outcome }: { outcome: CaptureOutcome | null }) {
  const shown = useExpiring(outcome, WORD_MS);
  if (shown?.kind !== 'capture' || !isBriefOutcome(shown)) return null;
  return (
    <p
      key={shown.sequence}
      aria-hidden="true"
      className="scan-word mx-auto flex w-fit max-w-full items-center gap-2 rounded-chip bg-surface-raised card-line px-4 py-2.5 text-[0.9375rem] text-ink [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[2.75]"
    >
      <ToastContent result={shown.result} inList={shown.inList} />
    </p>
  );
}

interface ToastContentProps {
  result: Extract<CaptureOutcome, { kind: 'capture' }>['result'];
  inList: number | undefined;
}

function ToastContent({ result, inList }: ToastContentProps) {
  const codeStateText = useCodeStateText();
  const countText = useListCountText();
  if (result.kind === 'refused') {
    return (
      <>
        <CircleSlash className="text-bad" />
        {codeStateText(result)}
      </>
    );
  }
  const name = `${result.label.type} ${result.label.size}`;
  if (result.kind === 'captured') {
    return (
      <>
        <Check className="text-good" />
        <span className="min-w-0 break-long">
          <Trans>
            <b className="font-semibold">{name}</b> caught
          </Trans>
          {inList !== undefined && inList > 1 && ` · ${countText(inList)}`}
        </span>
      </>
    );
  }
  return (
    <>
      <CopyCheck className="text-warn" />
      {result.location === 'list' ? (
        <Trans>Already caught</Trans>
      ) : (
        <Trans>Already in a project</Trans>
      )}
    </>
  );
}
