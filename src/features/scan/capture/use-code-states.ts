import { useMemo, useSyncExternalStore } from 'react';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { capturedGenerics, scansWithSerials } from '../queries.ts';
import { labelState, type CodeState } from './code-state.ts';
import type { LabelsInView } from './labels-in-view.ts';

/** What the labels in view are to this device, by their texts; without those that it was not asked about yet. */
export type CodeStates = ReadonlyMap<string, CodeState>;

export function useCodeStates(inView: LabelsInView, projectId: string | null): CodeStates {
  const labels = useSyncExternalStore(inView.subscribe, inView.labels);
  const codes = labels.map(({ label }) => label.code).toSorted();
  const known = useLiveQuery(
    (account) => scansWithSerials(account, codes),
    // A code has letters, digits and hyphens.
    [codes.join(' ')],
  );
  const generics = useLiveQuery(capturedGenerics, []);
  return useMemo(
    () =>
      new Map(
        known &&
          generics &&
          labels.map(
            (label) => [label.text, labelState(label, known, projectId, generics)] as const,
          ),
      ),
    [labels, known, generics, projectId],
  );
}
