import { Trans } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { SkeletonText, Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { TextLink } from '#src/ui/links.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { toOperatorError } from '#console/data/operator-error.ts';
import { consoleLink } from '#console/parts/console-link.tsx';

interface RecordQueryProps<Data> {
  /** Announced while loading. */
  readonly label: string;
  /** True if the record is the whole screen. */
  readonly isScreen?: boolean;
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
  };
  readonly children: (data: Data) => ReactNode;
}

/**
 * Shows the result of a query: a skeleton while loading, and an error with "Try again" if it fails. Each record starts
 * with new state, so that text typed on one record isn't saved to the next.
 */
export function RecordQuery<Data>({ label, isScreen, query, children }: RecordQueryProps<Data>) {
  const errorText = useErrorText();
  if (query.data !== undefined)
    return <Fragment key={idOf(query.data)}>{children(query.data)}</Fragment>;
  // Every screen needs a `main` landmark, even before its record has loaded.
  const Frame = isScreen ? 'main' : 'div';
  return (
    <Frame className="min-h-0 overflow-y-auto p-4">
      {query.error && isScreen && toOperatorError(query.error).code === 'not_found' ? (
        <MissingRecord />
      ) : query.error ? (
        <ErrorBlock
          messages={[errorText(query.error)]}
          action={
            <Button variant="secondary" onClick={() => void query.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
      ) : (
        <Skeleton label={label}>
          <SkeletonText lines={5} />
        </Skeleton>
      )}
    </Frame>
  );
}

/** Returns a record's id; undefined for other results. */
function idOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('id' in data)) return undefined;
  return typeof data.id === 'string' ? data.id : undefined;
}

/** Shown if no record matches the URL. Links back to the list, because trying again wouldn't help. */
function MissingRecord() {
  const list = useLocation({
    select: ({ pathname }) => pathname.slice(0, pathname.lastIndexOf('/')),
  });
  return (
    <EmptyState
      drawing="search-none"
      title={<Trans>This record doesn’t exist</Trans>}
      action={
        <TextLink {...consoleLink(list)}>
          <Trans>Go to the list</Trans>
        </TextLink>
      }
    >
      <p role="alert">
        <Trans>The address may be mistyped, or the record isn’t in your countries.</Trans>
      </p>
    </EmptyState>
  );
}
