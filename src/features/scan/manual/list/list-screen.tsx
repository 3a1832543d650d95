import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, FileText } from 'lucide-react';
import { useState, useEffect, useMemo } from 'react';
import { MAX_BULK, scanCalls } from '#schemas/api/scan-calls.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { playHaptic } from '#src/data/device/haptics-and-sounds.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useCall } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import type { ProductRules } from '#src/features/scan/capture/product-rules.ts';
import { scansWithSerials } from '#src/features/scan/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { scanFromEntry } from '../validate-entry.ts';
import { readList } from './read-list.ts';
import {
  type ValidatedLine,
  type LookupResult,
  validateList,
  numbersToConfirm,
} from './validate-list.ts';
import { ValidatedLines } from './validated-lines.tsx';

interface ListScreenProps {
  /** Pasted text or file content. */
  initialText: string;
  rules: ProductRules;
  projectId: string | undefined;
  /** Returns to single entry. */
  onClose: () => void;
}

/** Bulk entry: validates each line of a pasted list, and adds all valid ones together. */
export function ListScreen({ initialText, rules, projectId, onClose }: ListScreenProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const go = useGo();
  const [text, setText] = useState(initialText);
  const list = usePastedList({ text, rules, projectId });
  const lines = list.lines ?? [];
  const goodCount = lines.filter(({ verdict }) => verdict.kind === 'good').length;
  const invalidCount = lines.filter(({ verdict }) => hasProblem(verdict)).length;

  const add = async () => {
    const count = await list.add();
    if (count === 0) return;
    const message = t`${plural(count, { one: 'Added # product.', other: 'Added # products.' })}`;
    showToast({ tone: 'good', message, subject: 'captured', timeoutMs: 5000 });
    // Stay here if some lines couldn't be added.
    if (invalidCount === 0) go(paths.scanReview({ project: projectId }));
  };
  return (
    <Page
      title={t`Paste a list`}
      back={<IconButton label={t`Back`} icon={<ArrowLeft />} onClick={onClose} />}
      footer={
        lines.length > 0 && (
          <>
            {list.failure !== null && <ErrorBlock messages={[errorMessage(list.failure)]} />}
            <ListActions
              goodCount={goodCount}
              busy={list.busy}
              onAdd={() => void add()}
              {...{ lines, projectId }}
            />
          </>
        )
      }
    >
      <div className="space-y-6">
        <TextAreaField
          label={t`Serial numbers, one per line`}
          hint={t`You can paste from a spreadsheet. Other columns are ignored.`}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          rows={lines.length > 0 ? 3 : 8}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {lines.length === 0 && (
          <FilePicker
            from="files"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onFile={(file) => void file.text().then(setText)}
          >
            {(open) => (
              <Button variant="secondary" icon={<FileText />} onClick={open}>
                <Trans>Choose a file</Trans>
              </Button>
            )}
          </FilePicker>
        )}
        <Summary lines={lines} goodCount={goodCount} left={invalidCount} />
        <ValidatedLines
          lines={lines}
          onRemove={list.removeLine}
          onRestore={list.restoreLine}
          onCheckAgain={list.checkAgain}
        />
      </div>
    </Page>
  );
}

/** True for a line that can't be added, unless the user has removed it. */
function hasProblem({ kind }: ValidatedLine['verdict']): boolean {
  return kind !== 'good' && kind !== 'removed';
}

interface SummaryProps {
  lines: readonly ValidatedLine[];
  goodCount: number;
  left: number;
}

/** Summary of the list, announced when it changes. */
function Summary({ lines, goodCount, left }: SummaryProps) {
  const checkingCount = lines.filter(({ verdict }) => verdict.kind === 'checking').length;
  return (
    <p role="status" className="font-semibold empty:hidden">
      {lines.length > 0 &&
        (checkingCount > 0 ? (
          <Plural value={checkingCount} one="Checking # number" other="Checking # numbers" />
        ) : (
          <>
            <Plural value={goodCount} one="# can be added" other="# can be added" />
            {left > 0 && (
              <>
                , <Plural value={left} one="# can’t be added" other="# can’t be added" />
              </>
            )}
          </>
        ))}
    </p>
  );
}

interface ListActionsProps {
  lines: readonly ValidatedLine[];
  goodCount: number;
  busy: boolean;
  projectId: string | undefined;
  onAdd: () => void;
}

function ListActions({ lines, goodCount, busy, projectId, onAdd }: ListActionsProps) {
  const isAnyCaptured = lines.some(
    ({ verdict }) => verdict.kind === 'duplicate' && verdict.location === 'list',
  );
  if (goodCount === 0 && isAnyCaptured && !busy) {
    return (
      <LinkButton fullWidth {...linkTo(paths.scanReview({ project: projectId }))}>
        <Trans>Go to Review</Trans>
      </LinkButton>
    );
  }
  return (
    <Button
      fullWidth
      busy={busy}
      disabledReason={goodCount === 0 && !busy && <Trans>None of these lines can be added.</Trans>}
      onClick={onAdd}
    >
      <Plural value={goodCount} one="Add # product" other="Add # products" />
    </Button>
  );
}

/** Timeout for one batch, in ms. */
const BATCH_TIMEOUT_MS = 15_000;
const NO_RESULTS: ReadonlyMap<string, LookupResult> = new Map();

interface ListInput {
  readonly text: string;
  readonly rules: ProductRules;
  readonly projectId: string | undefined;
}

/** Validates a list: locally first, then against the registry in batches. */
function usePastedList({ text, rules, projectId }: ListInput) {
  const lines = useMemo(() => readList(text, rules), [text, rules]);
  const codes = useMemo(
    () => lines.flatMap(({ parsed }) => (parsed.kind === 'number' ? [parsed.code] : [])),
    [lines],
  );
  // A space is a safe separator, because codes contain only letters, digits and hyphens.
  const knownScans = useLiveQuery((account) => scansWithSerials(account, codes), [codes.join(' ')]);
  const [results, setResults] = useState(NO_RESULTS);
  const [removedLines, setRemovedLines] = useState<ReadonlySet<number>>(new Set());
  const validatedLines = useMemo(
    () =>
      knownScans &&
      validateList(lines, { knownScans, results, removedLines, projectId: projectId ?? null }),
    [lines, knownScans, results, removedLines, projectId],
  );
  useRegistryLookups(validatedLines, (newResults) =>
    setResults((current) => new Map([...current, ...newResults])),
  );
  const { add, busy, failure } = useAddProducts(rules);
  return {
    lines: validatedLines,
    removeLine: (line: number) => setRemovedLines((current) => new Set([...current, line])),
    restoreLine: (line: number) =>
      setRemovedLines(
        (current) => new Set([...current].filter((removedLine) => removedLine !== line)),
      ),
    /** Retries the numbers that couldn't be checked. */
    checkAgain: () =>
      setResults((current) => new Map([...current].filter(([, result]) => result !== 'failed'))),
    add: () => add(validatedLines ?? []),
    busy,
    failure,
  };
}

/** Looks up unknown numbers in the registry, one full batch at a time. */
function useRegistryLookups(
  validatedLines: readonly ValidatedLine[] | undefined,
  onResults: (results: readonly (readonly [string, LookupResult])[]) => void,
): void {
  const call = useCall();
  const online = useConnection() === 'online';
  const pendingCodes = validatedLines && numbersToConfirm(validatedLines).slice(0, MAX_BULK);
  const batch = pendingCodes?.join(' ') ?? '';
  useEffect(() => {
    if (batch === '') return undefined;
    const codes = batch.split(' ');
    const reportFailure = () => onResults(codes.map((code) => [code, 'failed'] as const));
    if (!online) {
      reportFailure();
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort('timeout'), BATCH_TIMEOUT_MS);
    const body = { scans: codes.map((code) => ({ code })) };
    call(scanCalls.confirmScans, { body }, { signal: controller.signal }).then(
      ({ data }) => onResults(data.map((result) => [result.code, result] as const)),
      () => controller.signal.reason !== 'unmounted' && reportFailure(),
    );
    return () => {
      clearTimeout(timer);
      controller.abort('unmounted');
    };
    // Depends only on the numbers, because `onResults` changes with every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [batch, online, call]);
}

/** Captures the products of all valid lines in the same way as products that are entered one at a time. */
function useAddProducts(rules: ProductRules) {
  const account = useAccount();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** @returns the number of products added */
  const add = async (validatedLines: readonly ValidatedLine[]): Promise<number> => {
    if (busy) return 0;
    setBusy(true);
    setFailure(null);
    const acceptedVerdicts = validatedLines.flatMap(({ verdict }) =>
      verdict.kind === 'good' ? [verdict] : [],
    );
    try {
      await account.scanCommands.captureScans(
        acceptedVerdicts.map(({ code, product, fromRegistry }) =>
          scanFromEntry(code, product, fromRegistry, rules),
        ),
      );
      if (acceptedVerdicts.length > 0) playHaptic('captured');
      return acceptedVerdicts.length;
    } catch (error) {
      // Nothing was written, so the list is unchanged.
      setFailure(error);
      return 0;
    } finally {
      setBusy(false);
    }
  };
  return { add, busy, failure };
}
