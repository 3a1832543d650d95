import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { Page } from '../layout/page.tsx';
import { Skeleton } from './skeleton.tsx';
import { UnavailableState } from './unavailable-state.tsx';

interface RecordNotFoundProps {
  /** What stands here otherwise, such as "Lead": it has no name of its own yet. */
  pageTitle: string;
  back?: ReactNode;
  /** It is being read or still to come, it can't be shown, or it is not there. */
  state: 'loading' | 'not_loaded' | 'unreadable' | 'empty';
  /** Said while it loads. */
  loadingLabel: string;
  /** The shape of what comes. */
  skeleton: ReactNode;
  /** Said where it is not there. */
  title: string;
  /** Why it may not be there. */
  description: ReactNode;
  /** That it appears here once there is a network. */
  offlineText: ReactNode;
  /** The way to all that are there. */
  action: ReactNode;
}

/** In place of one thing that a screen is about and that is not on the device. */
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
