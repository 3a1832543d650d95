import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ProductRules } from './product-rules.ts';
import { useAccount } from '#src/data/account-context.tsx';
import { useCall } from '#src/data/use-call.ts';
import { confirmInBackground, type Verdict } from './confirmations.ts';
import { createCatcher, readLabel, type Catch } from './catch-label.ts';
import { scansWithSerial } from './queries.ts';
import { useCatchSignals } from './use-catch-signals.ts';
import type { CodeReading } from './camera-session.ts';
import type { CodeMark, MarkTone } from './viewfinder.tsx';

/** How long a found code stays outlined. */
const MARK_MS = 900;

/** What the last reading came to. `turn` is new with each, so that the same news is told again. */
export type CatchNews =
  | { readonly turn: number; readonly kind: 'catch'; readonly result: Catch }
  | {
      readonly turn: number;
      readonly kind: 'verdict';
      readonly verdict: Verdict;
      readonly code: string;
    }
  | { readonly turn: number; readonly kind: 'failed'; readonly error: unknown };

interface Catching {
  readonly onReading: (reading: CodeReading) => 'taken' | 'ignored';
  readonly mark: CodeMark | null;
  readonly news: CatchNews | null;
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
  const [news, setNews] = useState<CatchNews | null>(null);
  const turn = useRef(0);
  const catchLabel = useMemo(
    () =>
      createCatcher({
        withSerial: (code) => scansWithSerial(account, code),
        capture: (scan) => account.scanActs.captureScan(scan),
      }),
    [account],
  );

  const tell = useCallback((result: Catch) => {
    turn.current += 1;
    setNews({ turn: turn.current, kind: 'catch', result });
  }, []);

  const onReading = useCallback(
    (reading: CodeReading): 'taken' | 'ignored' => {
      if (!rules) return 'ignored';
      const label = readLabel(reading.text, rules);
      if (label.kind === 'refused') {
        show(reading, 'refused');
        tell(label);
        return 'ignored';
      }
      void catchLabel(label, rules, projectId)
        .then(async (result) => {
          show(reading, result.kind);
          tell(result);
          if (result.kind === 'refused') return;
          signal(result.kind);
          if (result.kind !== 'caught' || label.isGeneric) return;
          const verdict = await confirmInBackground(call, account, result.id, label);
          if (verdict === null || verdict === 'ok') return;
          turn.current += 1;
          setNews({ turn: turn.current, kind: 'verdict', verdict, code: label.code });
        })
        .catch((error: unknown) => {
          turn.current += 1;
          setNews({ turn: turn.current, kind: 'failed', error });
        });
      return 'taken';
    },
    [rules, projectId, catchLabel, tell, show, signal, call, account],
  );

  return { onReading, mark, news };
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
