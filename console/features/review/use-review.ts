import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import type { OperatorCall } from '#schemas/operator/operator-call.ts';
import {
  type DecisionKind,
  reviewCalls,
  type ReviewedProduct,
  type ReviewedProject,
} from '#schemas/operator/review-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { announce } from '#src/ui/feedback/announce.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { runWhenFocused } from '#console/data/run-when-focused.ts';
import { callOperator, type InputOf } from '#console/data/call-operator.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { toOperatorError } from '#console/data/operator-error.ts';
import { SESSION_KEY } from '#console/data/query-client.ts';
import { trackClaims } from '#console/data/queue-claims.ts';
import { type OperatorSession, useSession } from '#console/data/session.ts';
import { doneText, problemText } from './review-texts.ts';

/**
 * When fewer products than this are left, more are fetched. The number is above ten, because ten photos are decoded in
 * advance.
 */
const REFILL_THRESHOLD = 12;
/** Delays between attempts to send an action, in milliseconds. Together they last longer than a server restart. */
const RETRY_DELAYS_MS = [250, 500, 1000, 2000, 4000, 8000];

/** A decision that can be undone. `ids` resolves to the decision's ids on the server, or to none if it failed. */
interface UndoableDecision {
  readonly products: readonly ReviewedProduct[];
  /** Scans of decisions from before the page was opened; their products aren’t loaded. */
  readonly scans?: readonly string[];
  readonly kind: DecisionKind;
  readonly ids: Promise<readonly string[]>;
}

export interface Counts {
  readonly accept: number;
  readonly reject: number;
  readonly request_photo: number;
  readonly skip: number;
}
const zeroCounts: Counts = { accept: 0, reject: 0, request_photo: 0, skip: 0 };

type Action = <C extends OperatorCall>(call: C, input: InputOf<C>) => Promise<ResultOf<C>>;

/** Returns a function that returns true while the session is still this operator's. */
function useIsSignedIn() {
  const client = useQueryClient();
  const { operator } = useSession();
  const { id } = operator;
  return useCallback(
    () => client.getQueryData<OperatorSession | null>(SESSION_KEY)?.operator.id === id,
    [client, id],
  );
}

/**
 * Returns a function that sends an action. While the outcome is unknown, retries it with the same key, until there are
 * no attempts left. Never retries in another operator's session.
 */
function useRetriedAction(): Action {
  const isSignedIn = useIsSignedIn();
  return async (call, input) => {
    const idempotencyKey = crypto.randomUUID();
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await callOperator(call, input, { idempotencyKey });
      } catch (error) {
        const waitMs = RETRY_DELAYS_MS[attempt];
        if (waitMs === undefined || !toOperatorError(error).isUncertain) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        if (!isSignedIn()) throw error;
      }
    }
  };
}

/**
 * Returns a function that shows a message on the screen. If the reviewer has left the screen, it shows a toast with a
 * link back to the screen instead.
 */
function useReviewNotice(setNotice: (text: string) => void) {
  const { t } = useLingui();
  const router = useRouter();
  const isSignedIn = useIsSignedIn();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(
    (text: string) => {
      if (isShown.current) {
        setNotice(text);
        announce(text, 'assertive');
      } else if (isSignedIn()) {
        const goBack = () => void router.navigate({ href: '/review' });
        const action = { label: t`Back to the review`, onPress: goBack };
        showToast({ subject: 'review', tone: 'bad', message: text, action });
      }
    },
    [isSignedIn, router, setNotice, t],
  );
}

/** Tracks claimed products, so that they are released once the reviewer leaves the screen. */
const trackProducts = (products: readonly ReviewedProduct[]) =>
  trackClaims(
    'scan',
    products.map(({ scan }) => scan),
  );

/** The queue of products that this reviewer has claimed, and the functions that change it. */
function useQueue(region: RegionId | undefined) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const [products, setProducts] = useState<readonly ReviewedProduct[]>([]);
  const [projects, setProjects] = useState<ReadonlyMap<string, ReviewedProject>>(new Map());
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [notice, setNotice] = useState<string | null>(null);
  /** Products that were skipped or decided and must not be shown again, even while the decision is still being sent. */
  const handledIds = useRef(new Set<string>());
  const skippedIds = useRef(new Set<string>());
  const reportedIds = useRef(new Set<string>());
  const isReading = useRef(false);

  const showNotice = useReviewNotice(setNotice);
  const returnToQueue = (returnedProducts: readonly ReviewedProduct[]) => {
    for (const { scan } of returnedProducts) handledIds.current.delete(scan);
    setProducts((before) => [
      ...returnedProducts,
      ...before.filter(({ scan }) => !returnedProducts.some((product) => product.scan === scan)),
    ]);
  };
  const removeFromQueue = (scans: readonly string[]) => {
    for (const scan of scans) handledIds.current.add(scan);
    setProducts((before) => before.filter(({ scan }) => !scans.includes(scan)));
  };
  const addProjects = (fetchedProjects: readonly ReviewedProject[]) =>
    setProjects(
      (before) => new Map([...before, ...fetchedProjects.map((one) => [one.uuid, one] as const)]),
    );

  const readMore = useCallback(async () => {
    if (isReading.current) return;
    isReading.current = true;
    try {
      const body = { skipped: [...skippedIds.current].slice(-500), region };
      const claimResult = await callOperator(reviewCalls.claimProducts, { body });
      trackProducts(claimResult.products);
      addProjects(claimResult.projects);
      setProducts((before) => {
        const knownIds = new Set(before.map(({ scan }) => scan));
        const addedProducts = claimResult.products.filter(
          ({ scan }) => !knownIds.has(scan) && !handledIds.current.has(scan),
        );
        return addedProducts.length === 0 ? before : [...before, ...addedProducts];
      });
      for (const { decision, scan } of claimResult.failed) {
        if (reportedIds.current.has(decision)) continue;
        reportedIds.current.add(decision);
        handledIds.current.delete(scan);
        showNotice(
          t`A product changed before your decision took effect. It is in the queue again.`,
        );
      }
      setState('ready');
    } catch (error) {
      setState('failed');
      showNotice(errorText(error));
    } finally {
      isReading.current = false;
    }
  }, [errorText, region, showNotice, t]);

  const readFirst = useEffectEvent(() => void readMore());
  useEffect(() => {
    if (products.length >= REFILL_THRESHOLD) return;
    // The number of products changes with every decision, so this is checked each time. A page that was opened in a
    // hidden tab only reads once it's used.
    return runWhenFocused(() => readFirst());
  }, [products.length]);

  /** Fetches a product and returns it to the queue, because its decision was rejected or undone. */
  const refetchProduct = async (scan: string) => {
    const params = { id: scan };
    const { products: foundProducts, projects: foundProjects } = await callOperator(
      reviewCalls.getReviewProduct,
      { params },
    );
    addProjects(foundProjects);
    trackProducts(foundProducts);
    returnToQueue(foundProducts);
  };

  const skip = (scan: string) => {
    skippedIds.current.add(scan);
    removeFromQueue([scan]);
  };
  return {
    products,
    projects,
    state,
    notice,
    setNotice,
    showNotice,
    returnToQueue,
    removeFromQueue,
    skip,
    readMore,
    refetchProduct,
  };
}

/** Returns the highest version of the project's products that the reviewer may have seen. */
function newestVersion(project: ReviewedProject, products: readonly ReviewedProduct[]): number {
  const projectProducts = products.filter((one) => one.project === project.uuid);
  return Math.max(...[...project.products, ...projectProducts].map(({ version }) => version));
}

/** Fetches earlier decisions that can still be undone. If that fails, only those made on this page can be undone. */
async function readHeldDecisions(signal: AbortSignal): Promise<UndoableDecision[]> {
  try {
    const { data } = await callOperator(reviewCalls.listHeldDecisions, {}, { signal });
    return data.map(({ decision, scan, kind }) => ({
      products: [],
      scans: [scan],
      kind,
      ids: Promise.resolve([decision]),
    }));
  } catch {
    return [];
  }
}

/** The reviewer's decisions that can be undone, newest last. */
function useUndoableDecisions() {
  const undoStack = useRef<UndoableDecision[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    void readHeldDecisions(controller.signal).then((heldDecisions) => {
      if (!controller.signal.aborted) undoStack.current.unshift(...heldDecisions);
    });
    return () => controller.abort();
  }, []);
  return undoStack;
}

/** Returns the counters of this session's decisions, and a function that adds a number to one of them. */
function useCounts() {
  const [counts, setCounts] = useState(zeroCounts);
  const count = (kind: keyof Counts, by: number) =>
    setCounts((before) => ({ ...before, [kind]: before[kind] + by }));
  return [counts, count] as const;
}

interface ChosenReason {
  readonly code?: string | undefined;
  readonly note?: string | undefined;
}

function decisionBody(product: ReviewedProduct, kind: DecisionKind, { code, note }: ChosenReason) {
  const decision = { scan: product.scan, kind, seen_version: product.version };
  return {
    decisions: [{ ...decision, ...(code && { code }), ...(note && { note }) }],
    why: code ?? kind,
  };
}

/**
 * The reviewer's queue, whose first product is shown. Sends decisions in the background.
 * @param region the only country to review, or undefined for all countries. It must not change between renders.
 */
export function useReview(region: RegionId | undefined) {
  const { t, i18n } = useLingui();
  const errorText = useErrorText();
  const action = useRetriedAction();
  const queue = useQueue(region);
  const { products, setNotice, showNotice, returnToQueue, removeFromQueue, refetchProduct } = queue;
  const undoStack = useUndoableDecisions();
  const [counts, count] = useCounts();

  const decide = (
    product: ReviewedProduct,
    kind: DecisionKind,
    { code, note }: ChosenReason = {},
  ) => {
    setNotice(null);
    removeFromQueue([product.scan]);
    count(kind, 1);
    announce(doneText(i18n, kind));
    const body = decisionBody(product, kind, { code, note });
    const send = async (): Promise<readonly string[]> => {
      try {
        const { data } = await action(reviewCalls.decideReviewedProducts, { body });
        const result = data[0];
        if (!result?.problem) return data.flatMap(({ decision: id }) => id ?? []);
        showNotice(problemText(i18n, result.problem, result.by));
        count(kind, -1);
        if (['changed', 'reason_unknown', 'note_missing'].includes(result.problem))
          await refetchProduct(product.scan);
      } catch (error) {
        count(kind, -1);
        returnToQueue([product]);
        showNotice(errorText(error));
      }
      return [];
    };
    undoStack.current.push({ products: [product], kind, ids: send() });
  };

  const undo = async () => {
    const lastDecision = undoStack.current.pop();
    if (!lastDecision) return;
    const decisions = [...(await lastDecision.ids)];
    if (decisions.length === 0) return;
    try {
      const body = { decisions, why: 'undo' };
      const { undone: undoneIds } = await action(reviewCalls.undoDecisions, { body });
      if (undoneIds.length < decisions.length)
        showNotice(t`It’s too late to undo this: the decision has taken effect.`);
      if (undoneIds.length === 0) return;
      returnToQueue(lastDecision.products);
      if (lastDecision.scans === undefined) count(lastDecision.kind, -undoneIds.length);
      for (const scan of lastDecision.scans ?? []) await refetchProduct(scan);
      announce(t`Undone.`);
    } catch (error) {
      undoStack.current.push(lastDecision);
      showNotice(errorText(error));
    }
  };

  const acceptRest = async (project: ReviewedProject) => {
    setNotice(null);
    const seen_version = newestVersion(project, products);
    try {
      const input = { params: { id: project.uuid }, body: { seen_version, why: 'accept' } };
      const { data, left } = await action(reviewCalls.acceptRestOfProject, input);
      const acceptedDecisions = data.filter(({ decision }) => decision !== null);
      const scans = acceptedDecisions.map(({ scan }) => scan);
      const ids = acceptedDecisions.flatMap(({ decision }) => decision ?? []);
      const batch = products.filter(({ scan }) => scans.includes(scan));
      undoStack.current.push({ products: batch, kind: 'accept', ids: Promise.resolve(ids) });
      removeFromQueue(scans);
      const number = ids.length;
      count('accept', number);
      showNotice(t`Accepted: ${number}. Still to review: ${left}.`);
    } catch (error) {
      showNotice(errorText(error));
    }
  };

  const skip = (product: ReviewedProduct) => {
    setNotice(null);
    queue.skip(product.scan);
    count('skip', 1);
    announce(t`Skipped.`);
  };

  return {
    products,
    project: queue.projects.get(products[0]?.project ?? ''),
    state: queue.state,
    notice: queue.notice,
    readMore: queue.readMore,
    counts,
    decide,
    undo,
    acceptRest,
    skip,
  };
}
