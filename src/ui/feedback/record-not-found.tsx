import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { Page } from '../layout/page.tsx';
import { Skeleton } from './skeleton.tsx';
import { UnknownState } from './unknown-state.tsx';

interface AbsentPageProps {
  /** What stands here otherwise, such as "Lead": it has no name of its own yet. */
  title: string;
  back?: ReactNode;
  /** It is being read or still to come, it can't be shown, or it is not there. */
  state: 'loading' | 'not_loaded' | 'unreadable' | 'empty';
  /** Said while it loads. */
  loading: string;
  /** The shape of what comes. */
  bones: ReactNode;
  /** Said where it is not there. */
  notHere: string;
  /** Why it may not be there. */
  why: ReactNode;
  /** That it appears here once there is a network. */
  later: ReactNode;
  /** The way to all that are there. */
  toAll: ReactNode;
}

/** In place of one thing that a screen is about and that is not on the device. */
export function AbsentPage(props: AbsentPageProps) {
  const { title, back, state, loading, bones, notHere, why, later, toAll } = props;
  return (
    <Page title={title} titleHidden back={back}>
      {state === 'loading' && <Skeleton label={loading}>{bones}</Skeleton>}
      {state === 'empty' && (
        <EmptyState drawing="search-none" title={notHere} action={toAll}>
          {why}
        </EmptyState>
      )}
      {(state === 'not_loaded' || state === 'unreadable') && (
        <UnknownState why={state} action={toAll}>
          {later}
        </UnknownState>
      )}
    </Page>
  );
}
