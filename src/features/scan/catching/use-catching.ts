import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { parseLabel } from '#schemas/label.ts';
import type { RegistryVerdict } from '#schemas/scan-marks.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-call.ts';
import type { ProductRules } from '../product/product-rules.ts';
import { confirmInBackground } from '../product/confirmations.ts';
import { scansWithSerial } from '../queries.ts';
import type { CodeReading } from '../camera/camera-session.ts';
import type { CodeMark, MarkTone } from '../scanner/viewfinder.tsx';
import { createCatcher, type Catch } from './catch-label.ts';
import { useCatchSignals } from './use-catch-signals.ts';

/** How long a found code stays outlined. */
const MARK_MS = 900;

type OutcomeOf =
  | { readonly kind: 'catch'; readonly result: Catch }
  | { readonly kind: 'verdict'; readonly verdict: RegistryVerdict; readonly code: string }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What the last reading came to. `turn` is new with each, so that the same outcome is told again. */
export type CatchOutcome = OutcomeOf & { readonly turn: number };

interface Catching {
  readonly onReading: (reading: CodeReading) => 'taken' | 'ignored';
  /** The same for a text that was read elsewhere, such as in a picture. */
  readonly onText: (text: string) => void;
  readonly mark: CodeMark | null;
  readonly outcome: CatchOutcome | null;
}

/**
 * Turns readings of the camera into captured scans: each label is written before anything else is
 * said of it, then asked about in the background.
 */
export function useCatching(rules: ProductRules | undefined, projectId: string | null): Catching {
  const account = useAccount();
  const call = useCall();
  const { mark, show } = useMark();
  const signal = useCatchSignals();
  const [outcome, setOutcome] = useState<CatchOutcome | null>(null);
  const turn = useRef(0);
  const catchLabel = useMemo(
    () =>
      createCatcher({
        withSerial: (code) => scansWithSerial(account, code),
        capture: (scan) => account.scanCommands.captureScan(scan),
      }),
    [account],
  );

  const tell = useCallback((what: OutcomeOf) => {
    turn.current += 1;
    setOutcome({ turn: turn.current, ...what });
  }, []);

  const take = useCallback(
    (text: string, outline: (tone: MarkTone) => void): 'taken' | 'ignored' => {
      if (!rules) return 'ignored';
      const label = parseLabel(text, rules);
      if (label.kind === 'refused') {
        outline('refused');
        tell({ kind: 'catch', result: label });
        return 'ignored';
      }
      const follow = async () => {
        const result = await catchLabel(label, rules, projectId);
        outline(result.kind);
        tell({ kind: 'catch', result });
        if (result.kind === 'refused') return;
        signal(result.kind);
        if (result.kind !== 'caught' || label.isGeneric) return;
        const verdict = await confirmInBackground(call, account, result.id, label);
        if (verdict === null || verdict === 'ok') return;
        tell({ kind: 'verdict', verdict, code: label.code });
      };
      follow().catch((error: unknown) => tell({ kind: 'failed', error }));
      return 'taken';
    },
    [rules, projectId, catchLabel, tell, signal, call, account],
  );

  const onReading = useCallback(
    (reading: CodeReading) => take(reading.text, (tone) => show(reading, tone)),
    [take, show],
  );
  const onText = useCallback((text: string) => void take(text, () => undefined), [take]);
  return { onReading, onText, mark, outcome };
}

/** The outline of the code just read; it goes by itself. */
function useMark() {
  const [mark, setMark] = useState<CodeMark | null>(null);
  useEffect(() => {
    if (!mark) return undefined;
    const timer = setTimeout(() => setMark(null), MARK_MS);
    return () => clearTimeout(timer);
  }, [mark]);
  const show = useCallback((reading: CodeReading, tone: MarkTone) => {
    setMark({ tone, corners: reading.corners, frame: reading.frame });
  }, []);
  return { mark, show };
}
