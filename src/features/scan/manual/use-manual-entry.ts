import { useLingui } from '@lingui/react/macro';
import { useState, type Dispatch, type SetStateAction } from 'react';
import type { EarlierScan } from '#schemas/api/errors.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-call.ts';
import { codeOf as errorCodeOf } from '#src/data/words/error-code.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { paths } from '#src/paths.ts';
import { showToast } from '#src/ui/toast-store.ts';
import { useGo } from '#src/use-go.ts';
import { confirmProduct, type SingleVerdict } from '../product/confirmations.ts';
import { duplicatePlace, type DuplicatePlace, sameProducts } from '../catching/catch-label.ts';
import type { ProductRules } from '../product/product-rules.ts';
import { scansWithSerial } from '../queries.ts';
import {
  chosenProduct,
  codeOf,
  isGenericEntry,
  judgeManual,
  problemsOf,
  scanOfEntry,
  startManual,
  type ManualState,
} from './manual-state.ts';

export type ManualFailure =
  | {
      readonly kind: 'duplicate';
      readonly place: DuplicatePlace;
      /** The same product in another project; null where it is none. */
      readonly other: OtherProduct | null;
    }
  | { readonly kind: 'error'; readonly error: unknown };

/** A product of the own company in some project, as this device knows it. */
type OtherProduct = Pick<EarlierScan, 'projects_id' | 'created_at' | 'by'>;

interface ManualEntry {
  readonly state: ManualState;
  readonly setState: Dispatch<SetStateAction<ManualState>>;
  readonly submit: () => Promise<void>;
  readonly busy: boolean;
  readonly failure: ManualFailure | null;
}

/** The way of a product entered by hand: checked, asked about, written, and then shown in its list. */
export function useManualEntry(input: {
  rules: ProductRules;
  scan: ScanDocument | null;
  project: string | undefined;
}): ManualEntry {
  const { rules, scan, project } = input;
  const { t } = useLingui();
  const account = useAccount();
  const call = useCall();
  const online = useConnection() === 'online';
  const go = useGo();
  const [state, setState] = useState(() => startManual(scan));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ManualFailure | null>(null);

  const ask = async (code: string): Promise<SingleVerdict | 'offline' | 'limited'> => {
    if (!online) return 'offline';
    return confirmProduct(call, { code, ...chosenProduct(state) }).catch((error: unknown) =>
      errorCodeOf(error) === 'too_many_requests' ? 'limited' : 'offline',
    );
  };

  const write = async (code: string | null, product: ScanProduct, asked: boolean) => {
    const duplicate = code === null ? null : await duplicateOf(code, product);
    if (duplicate) return setFailure({ kind: 'duplicate', ...duplicate });
    const entry = scanOfEntry(code, product, asked, rules);
    if (scan) await account.scanCommands.mendScan(scan.uuid, entry);
    else await account.scanCommands.captureScan(entry);
    leave();
  };
  const duplicateOf = async (code: string, product: ScanProduct) => {
    const known = (await scansWithSerial(account, code)).filter((one) => one.uuid !== scan?.uuid);
    const label = { ...product, code, isGeneric: false };
    const place = duplicatePlace(label, known, project ?? null);
    if (place === null) return null;
    const [first] = sameProducts(label, known);
    const other = place === 'other_project' && first ? { ...first, by: null } : null;
    return { place, other };
  };

  const leave = () => {
    if (!scan || scan.state === 'captured') return go(paths.scanReview({ project }));
    const message = online
      ? t`Saved. It is being sent.`
      : t`Saved on this phone. It will be sent when you are online.`;
    showToast({ tone: 'good', message, timeoutMs: 5000 });
    go(paths.scanOffline());
  };

  const run = async () => {
    const { serial, ...others } = problemsOf(state, rules);
    const isGeneric = scan ? !scan.is_unique : isGenericEntry(state, rules);
    // A generic scan that is mended has no number to judge.
    const problems = serial && !(scan && isGeneric) ? { serial, ...others } : others;
    if (Object.keys(problems).length > 0) return setState((now) => ({ ...now, problems }));
    const code = isGeneric ? null : codeOf(state, rules);
    const judged = judgeManual(state, code === null ? 'generic' : await ask(code));
    if (judged.kind === 'ask') return setState(judged.state);
    await write(code, judged.product, judged.asked);
  };

  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await run();
    } catch (error) {
      setFailure({ kind: 'error', error });
    } finally {
      setBusy(false);
    }
  };

  return { state, setState, submit, busy, failure };
}

type ScanProduct = Pick<ScanDocument, 'type' | 'size' | 'variant'>;
