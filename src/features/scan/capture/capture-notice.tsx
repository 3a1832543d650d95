import { Trans } from '@lingui/react/macro';
import {
  BookSearch,
  CircleAlert,
  CircleCheck,
  Info,
  Plus,
  Trash2,
  TriangleAlert,
  Check,
  CircleSlash,
  CopyCheck,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { plateTextOf } from '#schemas/plate-lookup.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { scanById } from '../queries.ts';
import { useRemoveScan } from '../review/use-remove-scan.ts';
import type { CaptureOutcome } from './capture-label.ts';
import { useOutcomeText, type OutcomeText, useCapturedText } from './use-outcome-text.ts';

/** Duration of an informative notice, in ms. It's long enough to read two lines. */
const NOTICE_MS = 5000;

const icons: Record<OutcomeText['tone'], React.ReactNode> = {
  good: <CircleCheck className="text-good" />,
  warn: <TriangleAlert className="text-warn" />,
  bad: <CircleAlert className="text-bad" />,
  quiet: <Info className="text-ink-soft" />,
};

interface CaptureNoticeProps {
  outcome: CaptureOutcome | null;
  /** Captures a product that was removed earlier. */
  onAddAgain: (label: { readonly text: string }) => void;
  /** True in countries with a product guide. */
  isGuideOffered: boolean;
}

/**
 * Outcome of the last reading. Brief outcomes are only announced to screen readers, because the toast shows
 * them; the others are shown, and stay if they need an action.
 */
export function CaptureNotice({ outcome, onAddAgain, isGuideOffered }: CaptureNoticeProps) {
  const plate = isGuideOffered ? findPlate(outcome) : null;
  const visibleOutcome = useExpiring(outcome, plate === null ? NOTICE_MS : Infinity);
  const outcomeText = useOutcomeText();
  if (plate !== null && outcome)
    return <LookUpNotice key={plate} outcome={outcome} plate={plate} />;
  if (!visibleOutcome || isBriefOutcome(visibleOutcome)) {
    const announcement = outcome && isBriefOutcome(outcome) ? outcomeText(outcome) : null;
    return (
      <div role="status" className="sr-only">
        {announcement && (
          <p key={outcome?.sequence}>
            {[announcement.text, announcement.reason].filter(Boolean).join(' ')}
          </p>
        )}
      </div>
    );
  }
  return (
    <div role="status" className="flex w-full justify-center">
      {visibleOutcome.kind === 'verdict' && visibleOutcome.scanId !== null ? (
        <InvalidScanNotice
          key={visibleOutcome.sequence}
          outcome={visibleOutcome}
          scanId={visibleOutcome.scanId}
        />
      ) : (
        <Notice key={visibleOutcome.sequence} outcome={visibleOutcome}>
          {visibleOutcome.kind === 'removed_before' && (
            <Button variant="secondary" icon={<Plus />} onClick={() => onAddAgain(visibleOutcome)}>
              <Trans>Add it again</Trans>
            </Button>
          )}
        </Notice>
      )}
    </div>
  );
}

/** Returns the text of another brand's label, to look it up; null for anything else. */
function findPlate(outcome: CaptureOutcome | null): string | null {
  if (outcome?.kind !== 'capture' || outcome.text === undefined) return null;
  const { result } = outcome;
  const isForeign = result.kind === 'rejected' && result.reason === 'foreign';
  return isForeign ? plateTextOf(outcome.text) : null;
}

/** Offers to look up a label that isn't ours. Saves nothing. Stays until another label is read. */
function LookUpNotice({ outcome, plate }: { outcome: CaptureOutcome; plate: string }) {
  return (
    <div role="status" className="flex w-full justify-center">
      <Notice outcome={outcome}>
        <LinkButton variant="secondary" icon={<BookSearch />} {...linkTo(paths.guide({ plate }))}>
          <Trans>Look up</Trans>
        </LinkButton>
      </Notice>
    </div>
  );
}

/** A captured scan that the registry rejected, with a button to remove it. */
function InvalidScanNotice({ outcome, scanId }: { outcome: CaptureOutcome; scanId: string }) {
  const scan = useLiveQuery((account) => scanById(account, scanId), [scanId]);
  const remove = useRemoveScan();
  if (scan === null) return null;
  return (
    <Notice outcome={outcome}>
      {scan?.isValid === false && (
        <Button variant="secondary" icon={<Trash2 />} onClick={() => void remove(scan)}>
          <Trans>Remove it</Trans>
        </Button>
      )}
    </Notice>
  );
}

function Notice({ outcome, children }: { outcome: CaptureOutcome; children: React.ReactNode }) {
  const notice = useOutcomeText()(outcome);
  return (
    <div className="scan-rise pointer-events-auto flex max-w-sheet flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-surface-raised card-line px-4 py-3 text-ink shadow-float">
      <div className="flex min-w-48 flex-1 items-start gap-3 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0">
        {icons[notice.tone]}
        <div className="min-w-0">
          <p className="font-semibold break-long">{notice.text}</p>
          {notice.reason && <p className="text-small text-ink-soft break-long">{notice.reason}</p>}
        </div>
      </div>
      {children}
    </div>
  );
}

/** Duration of the toast, in ms. It's short, because the next label may follow immediately. */
const TOAST_MS = 1200;

/** Brief outcome below the viewfinder. Screen readers get the full sentence from CaptureNotice. */
export function CaptureToast({
  outcome,
  isGuideOffered,
}: Pick<CaptureNoticeProps, 'outcome' | 'isGuideOffered'>) {
  const visibleOutcome = useExpiring(outcome, TOAST_MS);
  if (isGuideOffered && findPlate(visibleOutcome) !== null) return null;
  if (visibleOutcome?.kind !== 'capture' || !isBriefOutcome(visibleOutcome)) return null;
  return (
    <p
      key={visibleOutcome.sequence}
      aria-hidden="true"
      className="scan-toast mx-auto flex w-fit max-w-full items-center gap-2 rounded-chip bg-surface-raised card-line px-4 py-2.5 text-[0.9375rem] text-ink [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[2.75]"
    >
      <ToastContent outcome={visibleOutcome} />
    </p>
  );
}

function ToastContent({ outcome }: { outcome: Extract<CaptureOutcome, { kind: 'capture' }> }) {
  const capturedText = useCapturedText();
  const { result } = outcome;
  if (result.kind === 'rejected') {
    return (
      <>
        <CircleSlash className="text-bad" />
        <Trans>Other brand</Trans>
      </>
    );
  }
  if (result.kind === 'captured') {
    return (
      <>
        <Check className="text-good" />
        <span className="min-w-0 font-medium break-long">{capturedText(result, outcome)}</span>
      </>
    );
  }
  return (
    <>
      <CopyCheck className="text-warn" />
      {result.location === 'list' ? (
        <Trans>Already scanned</Trans>
      ) : (
        <Trans>Already in a project</Trans>
      )}
    </>
  );
}

/**
 * True if a short toast is enough: captured, duplicate, or another brand's label. Other outcomes need an
 * action.
 */
function isBriefOutcome(outcome: CaptureOutcome): boolean {
  if (outcome.kind !== 'capture') return false;
  const { result } = outcome;
  return result.kind !== 'rejected' || result.reason === 'foreign';
}

/** Returns the id of the scan that the last reading created, or null. */
export function capturedScanId(outcome: CaptureOutcome | null): string | null {
  return outcome?.kind === 'capture' && outcome.result.kind === 'captured'
    ? outcome.result.id
    : null;
}

/** Returns the outcome while its notice is visible. Actionable ones don't time out. */
function useExpiring(outcome: CaptureOutcome | null, durationMs: number): CaptureOutcome | null {
  const [expiredSequence, setExpiredSequence] = useState(0);
  useEffect(() => {
    if (!outcome || durationMs === Infinity || staysUntilNext(outcome)) return undefined;
    const timer = setTimeout(() => setExpiredSequence(outcome.sequence), durationMs);
    return () => clearTimeout(timer);
  }, [outcome, durationMs]);
  return outcome && outcome.sequence > expiredSequence ? outcome : null;
}

function staysUntilNext(outcome: CaptureOutcome): boolean {
  return (
    outcome.kind === 'removed_before' ||
    (outcome.kind === 'verdict' && outcome.verdict !== 'partial')
  );
}
