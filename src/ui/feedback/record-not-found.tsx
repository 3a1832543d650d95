import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { Page } from '../layout/page.tsx';
import { Skeleton } from './skeleton.tsx';
import { UnavailableState } from './unavailable-state.tsx';

interface RecordNotFoundProps {
  /** Page title while the record's own is unknown, such as "Lead". */
  pageTitle: string;
  back?: ReactNode;
  /** Loading, not loaded yet (offline), unreadable by this build, or missing. */
  state: 'loading' | 'not_loaded' | 'unreadable' | 'empty';
  /** Label of the skeleton. */
  loadingLabel: string;
  /** Shown while loading. */
  skeleton: ReactNode;
  /** Title if the record is missing. */
  title: string;
  /** Possible reason why it is missing. */
  description: ReactNode;
  /** Says that the record appears once online. */
  offlineText: ReactNode;
  /** Link to the list of records. */
  action: ReactNode;
}

/** Shown instead of a record that isn't on the device. */
export function RecordNotFound(props: RecordNotFoundProps) {
  const {
    pageTitle,
    back,
    state,
    loadingLabel,
    skeleton,
    title,
    description,
    offlineText,
    action,
  } = props;
  return (
    <Page title={pageTitle} titleHidden back={back}>
      {state === 'loading' && <Skeleton label={loadingLabel}>{skeleton}</Skeleton>}
      {state === 'empty' && (
        <EmptyState drawing="search-none" title={title} action={action}>
          {description}
        </EmptyState>
      )}
      {(state === 'not_loaded' || state === 'unreadable') && (
        <UnavailableState reason={state} action={action}>
          {offlineText}
        </UnavailableState>
      )}
    </Page>
  );
}
