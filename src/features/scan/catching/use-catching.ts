import { useCallback, useMemo, useRef, useState } from 'react';
import { parseLabel, type Label } from '#schemas/label.ts';
import type { RegistryVerdict } from '#schemas/scan-marks.ts';
import { feel } from '#src/data/device/haptics.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-call.ts';
import type { ProductRules } from '../product/product-rules.ts';
import { confirmInBackground } from '../product/confirmations.ts';
import { firstValueFrom } from 'rxjs';
import { capturedCopies, scansWithSerial, type Account, type CapturedScan } from '../queries.ts';
import type { CodeReading, ReadingVerdict } from '../camera/camera-session.ts';
import type { Sight, Telling } from '../camera/sight.ts';
import { createCatcher, type Catch, type Way } from './catch-label.ts';
import { LabelsInView } from './labels-in-view.ts';
import { useSoundsAllowed } from './use-sounds-allowed.ts';

type CatchResult = Exclude<Catch, { kind: 'set_aside' }>;

type OutcomeOf =
  /** `inList`: how many of a label without a serial number are in the list now. */
  | { readonly kind: 'catch'; readonly result: CatchResult; readonly inList?: number }
  /** It was caught before and taken back. */
  | { readonly kind: 'set_aside'; readonly text: string; readonly code: string }
  | {
      readonly kind: 'verdict';
      readonly verdict: RegistryVerdict;
      readonly code: string;
      /** The scan that it is about; null where that was taken back. */
      readonly scanId: string | null;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What the last reading came to. `turn` is new with each, so that the same outcome is told again. */
export type CatchOutcome = OutcomeOf & { readonly turn: number };

interface Catching {
  readonly onSight: (sight: Sight) => Telling;
  readonly onReading: (reading: Pick<CodeReading, 'text'>) => ReadingVerdict;
  /** The same for a text that was read elsewhere, such as in a picture, and how often it is there. */
  readonly onText: (text: string, copies: number) => void;
  /** A label that somebody chose: among several, or one that was taken back. */
  readonly choose: (label: { readonly text: string }) => void;
  /** What the camera sees now. */
  readonly inView: LabelsInView;
  readonly outcome: CatchOutcome | null;
}

const NOTHING_TO_TELL: Telling = { hits: [], isResult: false };

/**
 * Turns readings of the camera into captured scans: each label is written before anything else is
 * said of it, then asked about in the background.
 */
export function useCatching(rules: ProductRules | undefined, projectId: string | null): Catching {
  const account = useAccount();
  const call = useCall();
  useSoundsAllowed();
  const [inView] = useState(() => new LabelsInView());
  const [outcome, setOutcome] = useState<CatchOutcome | null>(null);
  const turn = useRef(0);
  /** What the registry had against a serial number on this screen. */
  const verdicts = useRef(new Map<string, RegistryVerdict>());
  const catchLabel = useCatcher(account);

  const tell = useCallback((what: OutcomeOf) => {
    turn.current += 1;
    setOutcome({ turn: turn.current, ...what });
  }, []);

  const follow = useCallback(
    async (text: string, label: Label, to: ProductRules, way: Way, copies: number) => {
      const result = await catchLabel(label, to, projectId, way, copies);
      const { code } = label;
      if (result.kind === 'set_aside') {
        const verdict = verdicts.current.get(code);
        if (!verdict) return tell({ kind: 'set_aside', text, code });
        return tell({ kind: 'verdict', verdict, code, scanId: null });
      }
      const isAdded = result.kind === 'caught' && label.isGeneric;
      const all = isAdded ? await firstValueFrom(capturedCopies(account, label)) : null;
      tell({ kind: 'catch', result, ...(all && { inList: all.length }) });
      if (result.kind === 'repeated') return feel('refused');
      if (result.kind !== 'caught') return undefined;
      inView.caught(text);
      feel('caught');
      if (label.isGeneric) return undefined;
      const verdict = await confirmInBackground(call, account, result.id, label);
      if (verdict === null || verdict === 'ok') return undefined;
      verdicts.current.set(code, verdict);
      return tell({ kind: 'verdict', verdict, code, scanId: result.id });
    },
    [projectId, catchLabel, tell, call, account, inView],
  );

  const take = useCallback(
    (text: string, way: Way, copies: number): ReadingVerdict => {
      if (!rules) return 'ignored';
      const label = parseLabel(text, rules);
      if (label.kind === 'refused') {
        tell({ kind: 'catch', result: label });
        feel('refused');
        return 'ignored';
      }
      follow(text, label, rules, way, copies).catch((error: unknown) =>
        tell({ kind: 'failed', error }),
      );
      return 'taken';
    },
    [rules, follow, tell],
  );

  const onSight = useCallback(
    (sight: Sight) => {
      if (!rules) return NOTHING_TO_TELL;
      return inView.see(sight, (text) => parseLabel(text, rules), performance.now());
    },
    [rules, inView],
  );
  const onReading = useCallback(
    ({ text }: Pick<CodeReading, 'text'>) => take(text, 'read', inView.take(text)),
    [take, inView],
  );
  const onText = useCallback(
    (text: string, copies: number) => void take(text, 'read', copies),
    [take],
  );
  const choose = useCallback(
    ({ text }: { readonly text: string }) => void take(text, 'chosen', inView.take(text)),
    [take, inView],
  );
  return { onSight, onReading, onText, choose, inView, outcome };
}

function useCatcher(account: Account) {
  return useMemo(
    () =>
      createCatcher({
        withSerial: (code) => scansWithSerial(account, code),
        capture: (scan, copies) => captureCopies(account, scan, copies),
      }),
    [account],
  );
}

/** Writes one scan, or as many as there are copies of its label. @returns the id of the last one */
async function captureCopies(
  { scanCommands }: Account,
  scan: CapturedScan,
  copies: number,
): Promise<string> {
  if (copies === 1) return scanCommands.captureScan(scan);
  const ids = await scanCommands.captureScans(Array.from({ length: copies }, () => scan));
  return ids.at(-1) ?? '';
}
