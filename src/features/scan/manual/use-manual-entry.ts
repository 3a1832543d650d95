import { useLingui } from '@lingui/react/macro';
import {
  useState,
  type Dispatch,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { endWhen } from '#src/data/live/end-when.ts';
import { useCall } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { codeOf as errorCodeOf } from '#src/data/text/error-code.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { confirmProduct } from '../capture/confirmations.ts';
import type { ProductRules } from '../capture/product-rules.ts';
import { scanById, scansWithSerial } from '../queries.ts';
import {
  codeOf,
  isGenericEntry,
  type ManualState,
  numberToCheck,
  problemsOf,
  type Product,
  startManual,
} from './manual-state.ts';
import {
  chosenProduct,
  validateEntry,
  findDuplicate,
  scanFromEntry,
  type RegistryResult,
} from './validate-entry.ts';

interface EntryInput {
  readonly rules: ProductRules;
  /** The scan being fixed; null for a new one. */
  readonly scan: ScanDocument | null;
  readonly projectId: string | undefined;
}

interface ManualEntry {
  readonly state: ManualState;
  readonly setState: Dispatch<SetStateAction<ManualState>>;
  /** @returns true if a new product was added and the form is ready for the next one */
  readonly submit: () => Promise<boolean>;
  /** True while the number is being looked up. */
  readonly isChecking: boolean;
  readonly busy: boolean;
  /** Error if writing failed. */
  readonly failure: unknown;
}

/**
 * State and actions of manual entry. Looks up the number on this device and in the registry, writes the scan, and
 * resets the form.
 */
export function useManualEntry(input: EntryInput): ManualEntry {
  const { rules, scan, projectId } = input;
  const account = useAccount();
  const go = useGo();
  const goBack = useGoToList(projectId);
  const [state, setState] = useState(() => startManual(scan));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const { queryRegistry, findNumberError, lookUp } = useLookup(input, state);
  const { isChecking, check } = useNumberCheck(
    numberToCheck(state, rules),
    async (code, signal) => {
      try {
        const update = await lookUp(code, signal);
        return () =>
          setState((current) =>
            current.step === 'serial' && codeOf(current, rules) === code
              ? update(current)
              : current,
          );
      } catch (error) {
        return () => setFailure(error);
      }
    },
  );

  const write = async (code: string | null, product: Product, fromRegistry: boolean) => {
    const numberError = code === null ? null : await findNumberError(code, product);
    if (numberError) {
      setState((current) => ({ ...current, numberError }));
      return false;
    }
    const newScan = scanFromEntry(code, product, fromRegistry, rules);
    if (scan) await account.scanCommands.editScan(scan.uuid, newScan);
    else await account.scanCommands.captureScan(newScan);
    if (scan) goBack(scan);
    // Products without a serial number need a photo next.
    else if (code === null) go(paths.scanReview({ project: projectId }));
    else {
      // If the user has typed something else during the save, keep it, because it's the next number.
      setState((current) => (codeOf(current, rules) === code ? startManual(null) : current));
      return true;
    }
    return false;
  };

  const submitEntry = async () => {
    const { serial, ...otherProblems } = problemsOf(state, rules);
    const isGeneric = scan ? !scan.is_unique : isGenericEntry(state, rules);
    // A scan without a serial number has no number to validate.
    const problems = serial && !(scan && isGeneric) ? { serial, ...otherProblems } : otherProblems;
    if (Object.keys(problems).length > 0) {
      setState((current) => ({ ...current, problems }));
      return false;
    }
    const code = isGeneric ? null : codeOf(state, rules);
    if (state.recognised)
      return write(code, state.recognised.product, state.recognised.fromRegistry);
    const product = chosenProduct(state);
    if (code !== null && product === null) {
      await check(code);
      return false;
    }
    const decision = validateEntry(
      state,
      code === null ? 'generic' : await queryRegistry(code, product),
    );
    if (decision.kind === 'save') return write(code, decision.product, decision.fromRegistry);
    setState(decision.state);
    return false;
  };

  const submit = async () => {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    try {
      return await submitEntry();
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };

  return { state, setState, submit, isChecking, busy, failure };
}

/** Looks up a number on this device, then in the registry. */
function useLookup({ scan, projectId }: EntryInput, { labelProduct }: ManualState) {
  const account = useAccount();
  const queryRegistry = useRegistryLookup(scan?.uuid);

  /** @returns the reason why this device doesn't accept the number, or null */
  const findNumberError = async (code: string, product: Product | null) => {
    const knownScans = await scansWithSerial(account, code);
    const number = { code, product, ...(scan && { ownScanId: scan.uuid }) };
    const duplicate = findDuplicate(number, knownScans, projectId ?? null);
    return duplicate && ({ kind: 'duplicate', ...duplicate } as const);
  };
  /** @returns a function that updates the form's state with the result */
  const lookUp = async (code: string, signal: AbortSignal) => {
    const numberError = await findNumberError(code, labelProduct);
    if (numberError) return (current: ManualState) => ({ ...current, numberError });
    const response = await queryRegistry(code, labelProduct, signal);
    return (current: ManualState) => {
      const decision = validateEntry(current, response);
      return decision.kind === 'prompt' ? decision.state : current;
    };
  };
  return { queryRegistry, findNumberError, lookUp };
}

/** Returns a function that goes back to the list that the fixed scan came from. */
function useGoToList(projectId: string | undefined): (scan: ScanDocument) => void {
  const { t } = useLingui();
  const account = useAccount();
  const online = useConnection() === 'online';
  const go = useGo();
  return (scan) => {
    if (scan.state === 'captured') return go(paths.scanReview({ project: projectId }));
    const message = online
      ? t`Saved.`
      : t`Saved on this phone. It will be sent when you’re online.`;
    const { uuid } = scan;
    showToast({
      tone: 'good',
      message,
      subject: uuid,
      timeoutMs: 5000,
      until: endWhen(
        scanById(account, uuid),
        (savedScan) =>
          savedScan === null ||
          savedScan.state === 'refused' ||
          (!online && savedScan.state === 'sent'),
      ),
    });
    go(paths.scanOffline());
  };
}

/** Debounce before a number is checked automatically, in ms. */
const DEBOUNCE_MS = 250;
/** Timeout of a registry lookup, in ms. After it, the user enters the product. */
const LOOKUP_TIMEOUT_MS = 8000;

/**
 * Looks up a product in the registry.
 * @param ownScanId uuid of the scan being fixed, which must not count as a duplicate of itself
 */
function useRegistryLookup(ownScanId: string | undefined) {
  const call = useCall();
  const online = useConnection() === 'online';
  return async (
    code: string,
    product: Product | null,
    signal?: AbortSignal,
  ): Promise<RegistryResult> => {
    if (!online) return 'offline';
    const lookupOptions = { ownScanId, ...(signal && { signal }) };
    return confirmProduct(call, { code, ...product }, lookupOptions).catch(resultOfError);
  };
}

function resultOfError(error: unknown): RegistryResult {
  const code = errorCodeOf(error);
  if (code === 'too_many_requests') return 'limited';
  return code === 'offline' || code === 'not_an_answer' ? 'offline' : 'failed';
}

/**
 * Looks up a number once it stops changing.
 * @param number null cancels the current lookup
 * @param lookUp performs the lookup; its signal aborts after a timeout, or when the lookup is cancelled or replaced
 * @returns `isChecking`, and `check` to start immediately
 */
function useNumberCheck(
  number: string | null,
  lookUp: (number: string, signal: AbortSignal) => Promise<() => void>,
) {
  const [isChecking, setIsChecking] = useState(false);
  const activeLookup = useRef<{
    readonly number: string;
    readonly controller: AbortController;
  } | null>(null);

  const abortLookup = () => {
    activeLookup.current?.controller.abort();
    activeLookup.current = null;
    setIsChecking(false);
  };
  const check = async (code: string) => {
    if (activeLookup.current?.number === code) return;
    abortLookup();
    const lookup = { number: code, controller: new AbortController() };
    activeLookup.current = lookup;
    setIsChecking(true);
    const timer = setTimeout(() => lookup.controller.abort(), LOOKUP_TIMEOUT_MS);
    try {
      const applyUpdate = await lookUp(code, lookup.controller.signal);
      if (activeLookup.current === lookup) applyUpdate();
    } finally {
      clearTimeout(timer);
      if (activeLookup.current === lookup) abortLookup();
    }
  };

  const startCheck = useEffectEvent((code: string) => void check(code));
  const cancelCheck = useEffectEvent(abortLookup);
  useEffect(() => {
    if (number === null) return undefined;
    const timer = setTimeout(() => startCheck(number), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      cancelCheck();
    };
  }, [number]);
  return { isChecking, check };
}
