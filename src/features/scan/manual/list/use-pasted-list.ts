import { useEffect, useMemo, useState } from 'react';
import { MAX_BULK, scanCalls } from '#schemas/api/scan-calls.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { playHaptic } from '#src/data/device/haptics.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useCall } from '#src/data/requests/use-call.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import type { ProductRules } from '#src/features/scan/capture/product-rules.ts';
import { scansWithSerials } from '../../queries.ts';
import { scanFromEntry } from '../validate-entry.ts';
import {
  type Answer,
  type ValidatedLine,
  validateList,
  numbersToConfirm,
} from './validate-list.ts';
import { readList } from './read-list.ts';

/** Timeout for one batch, in ms. */
const ANSWER_MS = 15_000;
const NOTHING_KNOWN: ReadonlyMap<string, Answer> = new Map();

interface ListInput {
  readonly text: string;
  readonly rules: ProductRules;
  readonly project: string | undefined;
}

/** Validates a list: locally at once, then against the registry in batches. */
export function usePastedList({ text, rules, project }: ListInput) {
  const lines = useMemo(() => readList(text, rules), [text, rules]);
  const codes = useMemo(
    () => lines.flatMap(({ found }) => (found.kind === 'number' ? [found.code] : [])),
    [lines],
  );
  // Safe separator: codes contain only letters, digits and hyphens.
  const known = useLiveQuery((account) => scansWithSerials(account, codes), [codes.join(' ')]);
  const [answers, setAnswers] = useState(NOTHING_KNOWN);
  const [takenOut, setTakenOut] = useState<ReadonlySet<number>>(new Set());
  const validated = useMemo(
    () => known && validateList(lines, { known, answers, takenOut, projectId: project ?? null }),
    [lines, known, answers, takenOut, project],
  );
  useAnswers(validated, (news) => setAnswers((now) => new Map([...now, ...news])));
  const { add, busy, failure } = useAdding(rules);
  return {
    lines: validated,
    takeOut: (line: number) => setTakenOut((now) => new Set([...now, line])),
    putBack: (line: number) =>
      setTakenOut((now) => new Set([...now].filter((one) => one !== line))),
    /** Retries the numbers that couldn't be checked. */
    askAgain: () =>
      setAnswers((now) => new Map([...now].filter(([, answer]) => answer !== 'failed'))),
    add: () => add(validated ?? []),
    ...{ busy, failure },
  };
}

/** Asks the registry about unknown numbers, one full batch at a time. */
function useAnswers(
  validated: readonly ValidatedLine[] | undefined,
  onAnswers: (answers: readonly (readonly [string, Answer])[]) => void,
): void {
  const call = useCall();
  const online = useConnection() === 'online';
  const open = validated && numbersToConfirm(validated).slice(0, MAX_BULK);
  const batch = open?.join(' ') ?? '';
  useEffect(() => {
    if (batch === '') return undefined;
    const codes = batch.split(' ');
    const failed = () => onAnswers(codes.map((code) => [code, 'failed'] as const));
    if (!online) {
      failed();
      return undefined;
    }
    const asking = new AbortController();
    const timer = setTimeout(() => asking.abort('late'), ANSWER_MS);
    const body = { scans: codes.map((code) => ({ code })) };
    call(scanCalls.confirmScans, { body }, { signal: asking.signal }).then(
      ({ data }) => onAnswers(data.map((answer) => [answer.code, answer] as const)),
      () => asking.signal.reason !== 'gone' && failed(),
    );
    return () => {
      clearTimeout(timer);
      asking.abort('gone');
    };
    // Depends on the numbers only: `onAnswers` changes with every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [batch, online, call]);
}

/** Captures all good lines, as if typed. */
function useAdding(rules: ProductRules) {
  const account = useAccount();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** @returns the number of products added */
  const add = async (validated: readonly ValidatedLine[]): Promise<number> => {
    if (busy) return 0;
    setBusy(true);
    setFailure(null);
    const good = validated.flatMap(({ verdict }) => (verdict.kind === 'good' ? [verdict] : []));
    try {
      await account.scanCommands.captureScans(
        good.map(({ code, product, asked }) => scanFromEntry(code, product, asked, rules)),
      );
      if (good.length > 0) playHaptic('caught');
      return good.length;
    } catch (error) {
      // Nothing was written; the list is unchanged.
      setFailure(error);
      return 0;
    } finally {
      setBusy(false);
    }
  };
  return { add, busy, failure };
}
