import { useMemo, useSyncExternalStore } from 'react';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { capturedGenerics, scansWithSerials } from '../queries.ts';
import { labelState, type CodeState } from './code-state.ts';
import type { LabelsInView } from './labels-in-view.ts';

/** State of each label in view, by text. Labels that are still being looked up are missing. */
export type CodeStates = ReadonlyMap<string, CodeState>;

export function useCodeStates(inView: LabelsInView, projectId: string | null): CodeStates {
  const labels = useSyncExternalStore(inView.subscribe, inView.labels);
  const codes = labels.map(({ label }) => label.code).toSorted();
  const known = useLiveQuery(
    (account) => scansWithSerials(account, codes),
    // Safe separator: codes contain only letters, digits and hyphens.
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
