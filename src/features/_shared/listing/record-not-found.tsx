import type { ReactNode } from 'react';
import type { CollectionName } from '#schemas/collections.ts';
import { linkTo } from '#src/app/link-to.tsx';
import type { PlainPath } from '#src/app/paths.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { type CollectionState, useCollectionState } from '#src/data/live/collection-state.ts';
import { EmptyState, UnavailableState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';

interface RecordTexts {
  /** Page title until the record is loaded, such as "Lead". */
  pageTitle: string;
  /** Label of the skeleton. */
  loadingLabel: string;
  /** Title if the record is missing. */
  title: string;
  /** Possible reason why it is missing. */
  description: ReactNode;
  /** Explains that the record appears once the user is online. */
  offlineText: ReactNode;
  /** Label of the link to the list of records. */
  listLabel: ReactNode;
}

interface MissingRecordProps extends RecordTexts {
  state: CollectionState;
  /** Path of the list of records. */
  list: PlainPath;
  back?: ReactNode;
  /** Shown while loading. */
  skeleton: ReactNode;
}

interface RecordNotFoundProps extends Omit<MissingRecordProps, 'state'> {
  collection: CollectionName;
  /** True until the database on this device has been searched. */
  isLoading: boolean;
}

/** Shown in place of a record that is loading, not synced yet or not found. */
export function RecordNotFound({ collection, isLoading, ...props }: RecordNotFoundProps) {
  const collectionState = useCollectionState(collection);
  return <MissingRecord state={isLoading ? 'loading' : collectionState} {...props} />;
}

/** Like `RecordNotFound`, for records that aren't synced. */
export function MissingRecord(props: MissingRecordProps) {
  const { state, pageTitle, list, listLabel } = props;
  usePageTitle(pageTitle);
  const action = <LinkButton {...linkTo({ to: list })}>{listLabel}</LinkButton>;
  return (
    <Page title={pageTitle} titleHidden back={props.back}>
      {state === 'loading' && <Skeleton label={props.loadingLabel}>{props.skeleton}</Skeleton>}
      {state === 'empty' && (
        <EmptyState drawing="search-none" title={props.title} action={action}>
          {props.description}
        </EmptyState>
      )}
      {(state === 'not_loaded' || state === 'unreadable') && (
        <UnavailableState reason={state} action={action}>
          {props.offlineText}
        </UnavailableState>
      )}
    </Page>
  );
}
